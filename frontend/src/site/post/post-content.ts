/**
 * What the page adds to a post's clean HTML: a box that scrolls around each table (it and code can be reached by
 * keyboard, to be scrolled), pictures fetched when they come near, and videos that load nothing but their first facts
 * until they are played.
 */
export function prepareContent(html: string): string {
  let tables = 0;
  const openBox = () => `<div class="table-box" role="region" aria-label="Table ${++tables}" tabindex="0"><table`;
  return html
    .replaceAll(/<table(?=[\s>])/g, openBox)
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<pre(?=[\s>])/g, '<pre tabindex="0"')
    .replaceAll(/<img(?=\s)/g, '<img loading="lazy" decoding="async"')
    .replaceAll(/<video(?=[\s>])/g, '<video playsinline preload="metadata"');
}

/** Whether the text already shows the file, so that it need not stand above it as well. */
export function holdsMedia(content: string, url: string): boolean {
  return content.includes(`src="${url}"`);
}
