import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiPath, api, apiPath } from '../../api/client';
import { idempotencyHeader } from '../../api/idempotency-key';
import type { AdminPage, AdminPageCard, AdminPageList, PageInput, PageRevision, RevisionList } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';

const PAGES = '/admin/pages';

export const PAGES_PER_LIST = 50;

/** Names a page in addresses and calls: the key of one that the product brings, else its id. */
export function refOf({ key, id }: Pick<AdminPageCard, 'key' | 'id'>): string {
  return key ?? String(id);
}

const pathOf = (ref: string): ApiPath => `${PAGES}/${encodeURIComponent(ref)}`;

export function pageListQuery(page: number) {
  const path = apiPath(PAGES, { page, per_page: PAGES_PER_LIST });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<AdminPageList>(path, { signal })),
    placeholderData: keepPreviousData,
  });
}

/** One page; read anew each time it is opened. */
export function pageQuery(ref: string) {
  const path = pathOf(ref);
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<AdminPage>(path, { signal })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** `key` is the same for every try of one form: nothing is made twice. */
export function createPage(input: PageInput, key: string): Promise<AdminPage> {
  return staffCall(() => api.post<AdminPage>(PAGES, input, { headers: idempotencyHeader(key) }));
}

export function updatePage(ref: string, input: PageInput): Promise<AdminPage> {
  return staffCall(() => api.put<AdminPage>(pathOf(ref), input));
}

/** Moves a page to the trash; brings the original words back of one that the product brings. */
export function deletePage(ref: string): Promise<{ message: string }> {
  return staffCall(() => api.delete<{ message: string }>(pathOf(ref)));
}

/** The kept saves of a page, newest first; read anew each time it is looked at. */
export function pageRevisionsQuery(ref: string) {
  const path: ApiPath = `${pathOf(ref)}/revisions`;
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<RevisionList>(path, { signal })),
    staleTime: 0,
    gcTime: 0,
  });
}

/** A page as it was saved then; read anew each time it is looked at, because its files may have gone meanwhile. */
export function pageRevisionQuery(ref: string, revision: number) {
  const path: ApiPath = `${pathOf(ref)}/revisions/${revision}`;
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<PageRevision>(path, { signal })),
    staleTime: 0,
    gcTime: 0,
  });
}

export function reloadPages(client: QueryClient): Promise<void> {
  return refetchAfterChange(client, {
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(`${PAGES}?`),
  });
}
