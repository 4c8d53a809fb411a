/**
 * What a person reads of stored HTML; media and embeds by their addresses, so that another picture is a difference.
 */
export function contentText(html: string): string {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  for (const medium of body.querySelectorAll('img, video')) {
    medium.replaceWith(
      `[${medium.getAttribute('src')}${medium.getAttribute('alt') ? `: ${medium.getAttribute('alt')}` : ''}]`,
    );
  }
  for (const place of body.querySelectorAll('div[data-block=deals]')) place.textContent = '[Comparison of deals]\n';
  for (const block of body.querySelectorAll('p, h2, h3, h4, li, figcaption, tr, pre, figure, summary')) {
    block.append('\n');
  }
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ');
  return body.textContent ?? '';
}
