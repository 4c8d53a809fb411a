import { useQueries } from '@tanstack/react-query';
import type { LibraryItem } from '../../api/types';
import { fileByUrlQuery } from './files';
import { isVideo } from './media-file';

/** The files at these addresses, as far as they are known: looked up by address. */
export function useFiles(urls: readonly string[]): (url: string) => LibraryItem | undefined {
  const unique = [...new Set(urls)];
  const found = useQueries({ queries: unique.map((url) => fileByUrlQuery(url)) });
  return (url) => found[unique.indexOf(url)]?.data ?? undefined;
}

/** The name of a file, as it was uploaded; its address says nothing to anybody. */
export function fileName(file: LibraryItem | undefined, url: string): string {
  return file?.file_name ?? (isVideo(url) ? 'Video' : 'Picture');
}

/** Names of several files; where two have the same, the later ones are numbered. */
export function fileNames(urls: readonly string[], fileAt: (url: string) => LibraryItem | undefined) {
  const counts = new Map<string, number>();
  return new Map(
    [...new Set(urls)].map((url) => {
      const name = fileName(fileAt(url), url);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [url, count > 1 ? `${name} (${count})` : name];
    }),
  );
}
