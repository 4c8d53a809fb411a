import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiPath, api, apiPath } from '../../api/client';
import type { LibraryFile, LibraryInput, LibraryPage } from '../../api/types';
import { staffCall } from '../session/staff-call';

const LIBRARY = '/admin/media';

/** Which files are shown: all, one kind, or those that nothing uses. */
const SHOWS = ['', 'image', 'video', 'unused'] as const;
export type Shows = (typeof SHOWS)[number];

/** What the address says; all files where it says nothing that we know. */
export function shownOf(text: string | null): Shows {
  return SHOWS.find((shows) => shows === text) ?? '';
}

export type LibraryFilter = { q: string; shows: Shows };

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

/** Says something else of a file; what is left out stays. */
export function describeFile(id: number, input: LibraryInput): Promise<LibraryFile> {
  return staffCall(() => api.put<LibraryFile>(`${LIBRARY}/${id}`, input));
}

export function deleteFile(id: number): Promise<{ message: string }> {
  return staffCall(() => api.delete<{ message: string }>(`${LIBRARY}/${id}`));
}

/** Reads again whatever shows files. */
export function reloadLibrary(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(LIBRARY),
  });
}
