const pageTags = 'meta[property],meta[name^=twitter],[name=keywords],link[data-page],[type="application/ld+json"]';

/**
 * Removes the tags of the first page that the server rendered into the head (share cards, feeds, structured data), when
 * another page is shown: crawlers read each page's own HTML, but a browser's share button reads this document.
 */
export function removePageTags(): void {
  for (const tag of document.head.querySelectorAll(pageTags)) tag.remove();
}
