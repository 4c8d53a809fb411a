import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiPath, api } from '../../api/client';
import type { IdempotencyKey } from '../../api/idempotency-key';
import type { NoteInput, NoteList, PostNote } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';

const pathOf = (post: number): ApiPath => `/admin/posts/${post}/notes`;

/** The notes of a post, oldest first, and who may be mentioned in one. */
export function notesQuery(post: number) {
  const path = pathOf(post);
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<NoteList>(path, { signal })),
    staleTime: 0,
  });
}

/** Whether a note begins a thread that nobody has resolved. */
export const isOpenThread = (note: PostNote) => note.parent_id === null && note.resolved_at === null;

/** Sent again with the same `key` it is the same note. */
export function addNote(post: number, input: NoteInput, key: IdempotencyKey): Promise<PostNote> {
  return key.send((headers) => staffCall(() => api.post<PostNote>(pathOf(post), input, { headers })));
}

export function resolveThread(note: number, resolved: boolean): Promise<PostNote> {
  return staffCall(() => api.put<PostNote>(`/admin/notes/${note}`, { resolved }));
}

export function reloadNotes(client: QueryClient, post: number): Promise<void> {
  return refetchAfterChange(client, { queryKey: notesQuery(post).queryKey });
}
