/** Most characters that are looked for; the server cuts there too. */
export const maxQueryLength = 200;

/** What is searched for: `q`, else `query`; blanks around it do not count, nor anything after 200 characters. */
export function searchQuery(search: URLSearchParams): string {
  return characters(search).slice(0, maxQueryLength).join('').trim();
}

/** Whether more was asked for than is looked for. */
export function isTruncated(search: URLSearchParams): boolean {
  return characters(search).length > maxQueryLength;
}

/** Whole code points, so that no letter is cut in half. */
function characters(search: URLSearchParams): string[] {
  return Array.from(search.get('q')?.trim() || search.get('query')?.trim() || '');
}
