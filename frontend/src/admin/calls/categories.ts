import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, apiPath } from '../../api/client';
import type { IdempotencyKey } from '../../api/idempotency-key';
import type { AdminCategory, CategorySaved, CategoryUpdate } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';
import { reloadPosts } from './posts';

const CATEGORIES = '/admin/categories';

export const categoriesQuery = queryOptions({
  queryKey: [CATEGORIES],
  queryFn: ({ signal }) => staffCall(() => api.get<AdminCategory[]>(CATEGORIES, { signal })),
  staleTime: 60_000,
});

/** 409 `category.name_taken`: there is one of this name. */
export function createCategory(name: string, key: IdempotencyKey): Promise<CategorySaved> {
  return key.send((headers) => staffCall(() => api.post<CategorySaved>(CATEGORIES, { name }, { headers })));
}

/** What is absent stays, and so does the slug, and with it the address. 422 `category.invalid` names the field. */
export function updateCategory(id: number, changes: CategoryUpdate): Promise<CategorySaved> {
  return staffCall(() => api.put<CategorySaved>(`${CATEGORIES}/${id}`, changes));
}

/** All of them, each once; 409 `category.list_changed` where others are there by now. */
export function orderCategories(ids: number[]): Promise<{ message: string }> {
  return staffCall(() => api.put<{ message: string }>(`${CATEGORIES}/order`, { ids }));
}

/** Files its posts under `target`, where its address leads from then on. 409 `category.built_in`: the site needs it. */
export function deleteCategory(id: number, target: number): Promise<{ message: string }> {
  return staffCall(() => api.delete<{ message: string }>(apiPath(`${CATEGORIES}/${id}`, { target })));
}

/** Reads again what names a category. */
export async function reloadCategories(client: QueryClient): Promise<void> {
  await Promise.all([refetchAfterChange(client, categoriesQuery), reloadPosts(client)]);
}
