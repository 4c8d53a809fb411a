import { searchFilters } from '../../api/queries/posts';

/** The address of a search, narrowed to what a form or an address says; the first page has no number. */
export function searchPath(q: string, narrowed?: FormData | URLSearchParams, page = 1): string {
  const chosen = searchFilters.map((name) => [name, String(narrowed?.get(name) ?? '')]);
  const pairs = [['q', q], ...chosen, ['page', page > 1 ? String(page) : '']].filter(([, value]) => value !== '');
  return `/search?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')}`;
}
