// Sticky: without it the engine would look for a tag at every character of the page once the last one is found.
const headTag = /<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>/y;

/** React puts title, meta and link tags before the markup they were written in: cuts them off, for `<head>`. */
export function splitHead(markup: string): { head: string; html: string } {
  let end = 0;
  headTag.lastIndex = 0;
  while (headTag.test(markup)) end = headTag.lastIndex;
  return { head: markup.slice(0, end), html: markup.slice(end) };
}
