import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, apiPath } from '../../api/client';
import type { AdminPost, AdminPostList, Category, PostInput } from '../../api/types';
import { staffCall } from '../session/staff-call';

const POSTS = '/admin/posts';
const CATEGORIES = '/admin/categories';
export const POSTS_PER_PAGE = 5;

export function postListQuery(page: number) {
  const path = apiPath(POSTS, { page, per_page: POSTS_PER_PAGE });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<AdminPostList>(path, { signal })),
    placeholderData: keepPreviousData,
  });
}

export const categoriesQuery = queryOptions({
  queryKey: [CATEGORIES],
  queryFn: ({ signal }) => staffCall(() => api.get<Category[]>(CATEGORIES, { signal })),
  staleTime: 60_000,
});

/** The whole post, read anew each time it is opened for editing. */
export function getPost(id: number): Promise<AdminPost> {
  return staffCall(() => api.get<AdminPost>(`${POSTS}/${id}`));
}

export function createPost(input: PostInput): Promise<AdminPost> {
  const form = asMultipart(input);
  return staffCall(() => api.post<AdminPost>(POSTS, form));
}

/** `input.revision` is the one the editor began with; an older one is refused with 409 `post.changed`. */
export function updatePost(id: number, input: PostInput): Promise<AdminPost> {
  return staffCall(() => api.put<AdminPost>(`${POSTS}/${id}`, input));
}

export function deletePost(id: number): Promise<{ message: string }> {
  return staffCall(() => api.delete<{ message: string }>(`${POSTS}/${id}`));
}

/** Reads every page of the list again, wherever it is shown. */
export function reloadPosts(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(POSTS),
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
