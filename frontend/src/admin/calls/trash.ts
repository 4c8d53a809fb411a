import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiPath, api, apiPath } from '../../api/client';
import type { TrashEntry, TrashPage } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';

const TRASH = '/admin/trash';
/** Where the calls of each kind stand. */
const FOLDERS = { post: '/admin/posts', page: '/admin/pages', media: '/admin/media' } as const;

/** Names something that is, or may be, in the trash. */
export type TrashRef = Pick<TrashEntry, 'kind' | 'id'>;

const pathOf = ({ kind, id }: TrashRef): ApiPath => `${FOLDERS[kind]}/${id}`;

/** A page of the trash, the last deleted first. `after` is the `next` of the page before. */
export function trashQuery(kind: string, after: string) {
  const path = apiPath(TRASH, { kind, after });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<TrashPage>(path, { signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function restore(item: TrashRef): Promise<unknown> {
  return staffCall(() => api.post<unknown>(`${pathOf(item)}/restore`));
}

/** For administrators. */
export function deleteForever(item: TrashRef): Promise<unknown> {
  return staffCall(() => api.delete<unknown>(`${pathOf(item)}?forever=true`));
}

/** Refetches the trash and the lists that something was restored to. */
export function reloadTrash(client: QueryClient): Promise<void> {
  const folders = [TRASH, ...Object.values(FOLDERS)];
  return refetchAfterChange(client, {
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && folders.some((folder) => path === folder || path.startsWith(`${folder}?`)),
  });
}
