import type { Post } from '../../api/types';

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

/** The sentence under the title: summary or excerpt, unless the text begins with the very same words. */
export function dekOf(post: Pick<Post, 'summary' | 'excerpt' | 'content'>): string {
  const text = (post.summary || post.excerpt).trim();
  const opening = plainText(post.content.slice(0, 2000));
  return opening.startsWith(plainText(text).slice(0, 60)) ? '' : text;
}

/** Whether the text already shows the file, so that it need not stand above it as well. */
export function holdsMedia(content: string, url: string): boolean {
  return content.includes(`src="${url}"`);
}

function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
