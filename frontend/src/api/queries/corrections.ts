import { apiPath } from '../client';
import type { ListedCorrections } from '../types';
import { publicQuery } from './public-query';

/** Corrections of public posts, newest first, from the newest one or after a key of the list. */
export const corrections = (after?: string) => publicQuery<ListedCorrections>(apiPath('/corrections', { after }));

/** The key in the address of the page; anything else is not asked for. */
export function correctionsKey(search: URLSearchParams): string | undefined {
  const key = search.get('after') ?? '';
  return /^[1-9]\d{0,14}$/.test(key) ? key : undefined;
}
