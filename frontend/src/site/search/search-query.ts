/** What is searched for: `q`, else `query`; blanks around it do not count, nor anything after 200 characters. */
export function searchQuery(search: URLSearchParams): string {
  const text = search.get('q')?.trim() || search.get('query')?.trim() || '';
  return Array.from(text).slice(0, 200).join('').trim();
}
