import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiPath, api, apiPath } from '../../api/client';
import type { LibraryFile, LibraryInput, LibraryItem, LibraryPage } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';
import { isOwnMedia, withoutMediaPrefix } from './media-file';

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

/** A file by its address; null where the library has none. Asked for together with others that are wanted at once. */
export function fileByUrlQuery(url: string) {
  const key = objectKey(url);
  const path = apiPath(LIBRARY, { urls: key });
  return queryOptions({
    queryKey: [path],
    queryFn: () => findByKey(key),
    enabled: isOwnMedia(url),
    staleTime: 60_000,
  });
}

/** What an address of a file keeps for ever; a signature of it ends within the hour. */
function objectKey(url: string): string {
  return withoutMediaPrefix(url).split('?', 1)[0] ?? url;
}

/** Addresses that are looked up in one request. */
const URL_BATCH = 50;
/** How long a look-up waits for others to go with it. */
const BATCH_DELAY_MS = 10;

let waiting: string[] = [];
let nextBatch: Promise<LibraryItem[]> | null = null;

async function findByKey(key: string): Promise<LibraryItem | null> {
  waiting.push(key);
  nextBatch ??= new Promise((resolve) => setTimeout(resolve, BATCH_DELAY_MS)).then(() => {
    const keys = [...new Set(waiting)];
    waiting = [];
    nextBatch = null;
    return listByKeys(keys);
  });
  const files = await nextBatch;
  return files.find((file) => objectKey(file.url) === key) ?? null;
}

async function listByKeys(keys: readonly string[]): Promise<LibraryItem[]> {
  const batches = Array.from({ length: Math.ceil(keys.length / URL_BATCH) }, (_, index) =>
    keys.slice(index * URL_BATCH, (index + 1) * URL_BATCH),
  );
  const pages = await Promise.all(
    batches.map((batch) => {
      const path = apiPath(LIBRARY, { urls: batch.join(','), per_page: URL_BATCH });
      return staffCall(() => api.get<LibraryPage>(path));
    }),
  );
  return pages.flatMap(({ data }) => data);
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
