import { embedService } from './embed-service';
import { withHeadingIds } from './story-headings';

/**
 * What the page adds to a post's clean HTML: the button that opens an embed card, a box that scrolls around each table
 * (it and code can be reached by keyboard, to be scrolled), addresses of its headings, pictures fetched when they come
 * near, and videos that load nothing but their first facts until they are played.
 * The comparison of deals needs no box: it fits every screen.
 */
export function prepareContent(html: string): string {
  let tables = 0;
  const openBox = (table: string) =>
    `<div class="table-box" role="region" aria-label="Table ${++tables}" tabindex="0">${table}`;
  return withHeadingIds(html)
    .replaceAll(/<table(?: dir="\w+")?>/g, openBox)
    .replaceAll(/<\/table>(?!<\/div>)/g, '</table></div>')
    .replaceAll(/<pre(?=[\s>])/g, '<pre tabindex="0"')
    .replaceAll(/<img(?=\s)/g, '<img loading="lazy" decoding="async"')
    .replaceAll(/<video(?=[\s>])/g, '<video playsinline preload="metadata"')
    .replaceAll(/<figure data-embed="([^"]*)"([^>]*)>(\s*<a [\s\S]*?<\/a>)/g, withEmbedButton);
}

/** Without JavaScript the card is its link; with it, a button opens the thing itself in its place. */
function withEmbedButton(whole: string, address: string, direction: string, link: string): string {
  const service = embedService(address);
  if (!service) return whole;
  return (
    `<figure data-embed="${address}"${direction}>${link}<div class="embed-offer needs-script">` +
    `<button type="button" data-embed-button>${service.verb}</button>` +
    `<p>Nothing is asked of ${service.name} until you press it.</p></div>`
  );
}

/** Whether the text already shows the file, so that it need not stand above it as well. */
export function containsMedia(content: string, url: string): boolean {
  // Behind WebP another copy stands in `src`.
  return [`src="${url}"`, `srcset="${url}"`, `, ${url} `].some((shown) => content.includes(shown));
}
