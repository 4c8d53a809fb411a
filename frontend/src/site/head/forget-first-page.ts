const ofOnePage = 'meta[property],meta[name^=twitter],link[data-page],[type="application/ld+json"]';

/**
 * Takes what the server wrote into the head about the first page alone (sharing cards, its feeds, structured data), for
 * when another page is shown: machines read each page's own HTML, but a browser's share button reads this one.
 */
export function forgetFirstPage(): void {
  for (const tag of document.head.querySelectorAll(ofOnePage)) tag.remove();
}
