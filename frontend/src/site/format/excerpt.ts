/** Excerpt lengths in characters; the ellipsis is not counted. */
export const excerptLimits = { home: 200, category: 150, search: 100 } as const;

/** Cuts `text` to `limit` characters, at the end of a word where there is one. */
export function truncateText(text: string, limit: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= limit) return trimmed;
  const characters = Array.from(trimmed); // whole code points, so that no emoji is cut in half
  if (characters.length <= limit) return trimmed;
  const head = characters.slice(0, limit).join('');
  const endsAtWord = /\s/.test(characters[limit] ?? '');
  const wordEnd = endsAtWord ? head.length : head.search(/\s\S*$/);
  const cut = wordEnd > 0 ? head.slice(0, wordEnd) : head;
  return `${cut.replace(/[\s,;:–—-]+$/, '')}…`;
}
