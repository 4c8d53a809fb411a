import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Notice, NoticeAudience, NoticeState } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';

const CHOICE = '/admin/notice-choice';

const noticePath = (id: number) => `/admin/posts/${id}/notify-subscribers` as const;

/**
 * What the account chose for its last new post: the preset of the next one. Read once, so that another tab or device
 * never changes who is e-mailed about a post that is being written.
 */
export const noticeChoiceQuery = queryOptions({
  queryKey: [CHOICE],
  queryFn: ({ signal }) => staffCall(() => api.get<NoticeAudience>(CHOICE, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Remembers a choice for the next new post, here at once and on the server. */
export function rememberNoticeChoice(client: QueryClient, choice: NoticeAudience): void {
  client.setQueryData(noticeChoiceQuery.queryKey, choice);
  // Nothing depends on it but a preset, which every form shows.
  staffCall(() => api.put<NoticeAudience>(CHOICE, choice)).catch((cause: unknown) => console.error(cause));
}

/** Who is e-mailed about a post, or was, and when. */
export function noticeStateQuery(id: number) {
  const path = noticePath(id);
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<NoticeState>(path, { signal })),
  });
}

/** Has subscribers notified of a post, once, when it is public: everyone, or those of some topics. */
export function requestNotice(id: number, topics: readonly string[] | null): Promise<Notice> {
  return staffCall(() => api.post<Notice>(noticePath(id), topics ? { topics } : undefined));
}

export function withdrawNotice(id: number): Promise<{ message: string }> {
  return staffCall(() => api.delete<{ message: string }>(noticePath(id)));
}

export function reloadNoticeState(client: QueryClient, id: number): Promise<void> {
  return refetchAfterChange(client, noticeStateQuery(id));
}
