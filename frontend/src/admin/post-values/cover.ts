import type { LibraryItem } from '../../api/types';
import { extensionOf } from '../media/media-file';
import type { PostFormValues } from './post-values';

/** What is typed about the file that is the cover. It belongs to the file, and is saved with it. */
export type CoverDetails = NonNullable<PostFormValues['cover_details']>;

/** Extensions of files that can stand for a post: the server's list. */
const PREVIEW_EXTENSIONS = ['mp4', 'webm', 'jpg', 'jpeg', 'png', 'gif', 'webp'];

/** The preview rule: the post's own cover, else the first of its files, else the first in its text; "" without any. */
export function coverOf(values: Pick<PostFormValues, 'media_url' | 'media_urls' | 'content'>): string {
  return values.media_url || values.media_urls[0] || mediaInText(values.content)[0] || '';
}

/** Addresses of the pictures and videos of a text, each once. */
export function mediaInText(html: string): string[] {
  if (!/<(?:img|video)\s/.test(html)) return [];
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const urls = [...body.querySelectorAll('img, video')].map((medium) => medium.getAttribute('src') ?? '');
  return [...new Set(urls)].filter((url) => PREVIEW_EXTENSIONS.includes(extensionOf(url)));
}

/** What the library says of a file, as the form edits it. */
export function detailsOf(url: string, { alt, caption, credit, focal_point }: LibraryItem): CoverDetails {
  return { url, alt, caption, credit, focal_point };
}

/** What was changed of a file; null when nothing was. */
export function changedDetails(details: CoverDetails, file: LibraryItem): Partial<Omit<CoverDetails, 'url'>> | null {
  const { url, ...typed } = details;
  const before = detailsOf(url, file);
  const names = (Object.keys(typed) as (keyof typeof typed)[]).filter(
    (name) => JSON.stringify(typed[name]) !== JSON.stringify(before[name]),
  );
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, typed[name]]));
}
