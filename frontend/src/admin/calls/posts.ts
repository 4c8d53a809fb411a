import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiPath, api, apiPath } from '../../api/client';
import { type IdempotencyKey, idempotencyHeader } from '../../api/idempotency-key';
import type {
  AdminPicks,
  AdminPost,
  AdminPostList,
  BulkInput,
  BulkResult,
  CleanedMedia,
  PostInput,
  PostRevision,
  ReaderKind,
  RevisionList,
  UnsavedPreview,
} from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';

/** Name of what a browser keeps of posts that were not saved. */
export const UNSAVED_POST = 'mwanga-unsaved-post';

const POSTS = '/admin/posts';
const PICKS = '/admin/todays-picks';
/** Of the desk; the API answers five where nobody says how many. */
export const POSTS_PER_PAGE = 20;

/** What the list is narrowed to and sorted by; "" means everything, and the newest first. */
export type PostFilter = {
  q: string;
  status: string;
  category: string;
  author: string;
  tag: string;
  access: string;
  sort: string;
};
export const NO_FILTER: PostFilter = { q: '', status: '', category: '', author: '', tag: '', access: '', sort: '' };

export function postListQuery(page: number, filter: PostFilter, rows = POSTS_PER_PAGE) {
  const path = apiPath(POSTS, { page, per_page: rows, ...filter });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<AdminPostList>(path, { signal })),
    placeholderData: keepPreviousData,
  });
}

/** The whole post, read anew each time it is opened for editing. */
export function getPost(id: number): Promise<AdminPost> {
  return staffCall(() => api.get<AdminPost>(`${POSTS}/${id}`));
}

/** The whole post for a form, read anew each time it is opened. */
export function openedPostQuery(id: number) {
  return queryOptions({ queryKey: [`${POSTS}/${id}`, 'opened'], queryFn: () => getPost(id), staleTime: 0, gcTime: 0 });
}

/**
 * Sent again with the same `key` it is the same post; 422 `request.key_reused` has it in `current` when `input` is
 * another.
 */
export function createPost(input: PostInput, key: string): Promise<AdminPost> {
  const form = asMultipart(input);
  return staffCall(() => api.post<AdminPost>(POSTS, form, { headers: idempotencyHeader(key) }));
}

/** `input.revision` is the one the editor began with; an older one is refused with 409 `post.changed`. */
export function updatePost(id: number, input: PostInput): Promise<AdminPost> {
  return staffCall(() => api.put<AdminPost>(`${POSTS}/${id}`, input));
}

/** A draft with all that the saved post has. Sent again with the same `key` it is the same draft. */
export function duplicatePost(id: number, key: IdempotencyKey): Promise<AdminPost> {
  return key.send((headers) =>
    staffCall(() => api.post<AdminPost>(`${POSTS}/${id}/duplicate`, undefined, { headers })),
  );
}

export function deletePost(id: number): Promise<{ message: string }> {
  return staffCall(() => api.delete<{ message: string }>(`${POSTS}/${id}`));
}

/** Does the same to up to 50 posts, and answers for each what happened. */
export function changePosts(input: BulkInput): Promise<BulkResult> {
  return staffCall(() => api.post<BulkResult>(`${POSTS}/bulk`, input));
}

/** Today's Picks in their order, scheduled ones too. */
export const picksQuery = queryOptions({
  queryKey: [PICKS],
  queryFn: ({ signal }) => staffCall(() => api.get<AdminPicks>(PICKS, { signal })),
});

export function orderPicks(ids: readonly number[]): Promise<{ message: string }> {
  return staffCall(() => api.put<{ message: string }>(PICKS, { ids }));
}

/** Sets when a pick stops being one; null: never by itself. The order stays. */
export function setPickEnd(id: number, until: string | null): Promise<{ message: string }> {
  return staffCall(() => api.put<{ message: string }>(PICKS, { ids: [], ends: [{ id, until }] }));
}

/** The kept saves of a post, newest first; read anew each time it is looked at. */
export function revisionsQuery(id: number) {
  const path: ApiPath = `${POSTS}/${id}/revisions`;
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<RevisionList>(path, { signal })),
    staleTime: 0,
    gcTime: 0,
  });
}

/** A post as it was saved then; read anew each time it is looked at, because its files may have gone meanwhile. */
export function revisionQuery(id: number, revision: number) {
  const path: ApiPath = `${POSTS}/${id}/revisions/${revision}`;
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<PostRevision>(path, { signal })),
    staleTime: 0,
    gcTime: 0,
  });
}

/** One post for its preview. */
export function postQuery(id: number) {
  return queryOptions({ queryKey: [`${POSTS}/${id}`], queryFn: () => getPost(id) });
}

/** A post with the unsaved text that this account stored, as a kind of reader would see it; never from memory. */
export function unsavedPreviewQuery(id: number, kind: ReaderKind) {
  const path = apiPath(`${POSTS}/${id}/preview`, { as: kind });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<UnsavedPreview>(path, { signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Stores what a form holds for the preview; the post stays as it is. */
export function storeUnsaved(id: number, input: PostInput): Promise<{ message: string }> {
  return staffCall(() => api.put<{ message: string }>(`${POSTS}/${id}/preview`, input));
}

/** Takes references to files that are gone out of all posts; with `dryRun` only says what would go. */
export function cleanBrokenMedia({ dryRun = false } = {}): Promise<CleanedMedia> {
  return staffCall(() =>
    api.post<CleanedMedia>(apiPath('/admin/clean-broken-media', { dry_run: dryRun || undefined })),
  );
}

/** Reads again whatever shows posts: every page of the list, the picks, today and the calendar. */
export function reloadPosts(client: QueryClient): Promise<void> {
  const shows = [POSTS, PICKS, '/admin/desk', '/admin/calendar'];
  return refetchAfterChange(client, {
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && shows.some((begin) => path.startsWith(begin)),
  });
}

/** Lists travel as JSON text in a multipart form. */
function asMultipart(input: PostInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    form.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value));
  }
  return form;
}
