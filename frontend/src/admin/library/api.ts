import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiPath, api, apiPath } from '../../api/client';
import type { LibraryFile, LibraryInput, LibraryPage } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';

const LIBRARY = '/admin/media';

/** Filter of the library: all files, one kind, or unused ones. */
const KIND_FILTERS = ['', 'image', 'video', 'unused'] as const;
export type KindFilter = (typeof KIND_FILTERS)[number];

/** The filter in the address; all files where it has an unknown one. */
export function parseKindFilter(text: string | null): KindFilter {
  return KIND_FILTERS.find((filter) => filter === text) ?? '';
}

export type LibraryFilter = { q: string; shows: KindFilter };

/** A page of files, newest first. `after` is the `next` of the page before. */
export function libraryQuery({ q, shows }: LibraryFilter, after: string) {
  const path = apiPath(LIBRARY, {
    q,
    kind: shows === 'unused' ? '' : shows,
    orphans: shows === 'unused' || undefined,
    after,
  });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<LibraryPage>(path, { signal })),
    placeholderData: keepPreviousData,
  });
}

/** One file with everything that uses it; read anew each time it is opened. */
export function libraryFileQuery(id: number) {
  const path: ApiPath = `${LIBRARY}/${id}`;
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<LibraryFile>(path, { signal })),
    staleTime: 0,
  });
}

/** Updates the description of a file; omitted fields stay. */
export function describeFile(id: number, input: LibraryInput): Promise<LibraryFile> {
  return staffCall(() => api.put<LibraryFile>(`${LIBRARY}/${id}`, input));
}

export function deleteFile(id: number): Promise<{ message: string }> {
  return staffCall(() => api.delete<{ message: string }>(`${LIBRARY}/${id}`));
}

/** Refetches every query of files. */
export function reloadLibrary(client: QueryClient): Promise<void> {
  return refetchAfterChange(client, {
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(LIBRARY),
  });
}
