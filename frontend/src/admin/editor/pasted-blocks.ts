// What pasted HTML says around its blocks and beside its headings, put where the editor reads it. Works in place.

const HEADINGS = 'h1, h2, h3, h4, h5, h6';
const BLOCKS = `p, ul, ol, blockquote, pre, table, figure, ${HEADINGS}`;
const WRAPPERS = 'div, section, article, main, header, center, body';
/** Longest `data:` address of what stands in for a picture that a page has yet to load; the server's limit too. */
const MAX_STAND_IN = 2000;
/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Marks the places of pictures that only the clipboard's owner can see; a paragraph of pictures alone becomes them. */
export function markPictures(root: HTMLElement): void {
  for (const image of root.querySelectorAll<HTMLImageElement>('img[src^="data:" i]')) {
    if ((image.getAttribute('src') ?? '').length <= MAX_STAND_IN) image.remove();
  }
  for (const paragraph of root.querySelectorAll('p')) {
    const pictures = paragraph.querySelectorAll('img');
    if (pictures.length > 0 && !paragraph.textContent?.trim()) paragraph.replaceWith(...pictures);
  }
  for (const image of root.querySelectorAll('img')) {
    if (/^(?:data|blob|cid|file):/i.test(image.getAttribute('src') ?? ''))
      image.replaceWith(missingPlace(image.alt.trim()));
  }
}

function missingPlace(alt: string): HTMLElement {
  const figure = document.createElement('figure');
  figure.dataset.missing = '';
  const paragraph = figure.appendChild(document.createElement('p'));
  const words = paragraph.appendChild(document.createElement('em'));
  words.textContent = alt ? `This picture is missing: ${alt}` : 'This picture is missing.';
  return figure;
}

/** Blocks take the direction of what is around them, which the editor does not keep. */
export function passDirections(root: HTMLElement): void {
  for (const div of root.querySelectorAll('div[dir]')) {
    if (div.querySelector(`${BLOCKS}, div`)) continue;
    const paragraph = document.createElement('p');
    paragraph.setAttribute('dir', div.getAttribute('dir') ?? '');
    paragraph.append(...div.childNodes);
    div.replaceWith(paragraph);
  }
  for (const block of root.querySelectorAll(BLOCKS)) {
    const around = block.hasAttribute('dir') ? null : block.parentElement?.closest('[dir]');
    if (around?.matches(WRAPPERS)) block.setAttribute('dir', around.getAttribute('dir') ?? '');
  }
  // Word processors say it of each block, also where its letters say it.
  for (const block of root.querySelectorAll('[dir]')) {
    const isSaid = block.getAttribute('dir')?.toLowerCase() === 'ltr';
    if (isSaid && !RIGHT_TO_LEFT.test(block.textContent ?? '')) block.removeAttribute('dir');
  }
}

/** Names a heading by the anchor in it or right before it, and leads the links to all its names there. */
export function nameHeadings(root: HTMLElement): void {
  for (const heading of root.querySelectorAll(HEADINGS)) {
    const inside = [...heading.querySelectorAll('a[name], [id]')];
    const names = [heading, ...inside, ...rightBefore(heading)].flatMap(namesOf);
    const [id, ...others] = new Set(names);
    if (!id) continue;
    heading.id = id;
    const before = heading.previousElementSibling;
    // An anchor alone is no paragraph.
    if (before?.matches('p, div') && before.querySelector('a') && isEmpty(before)) before.remove();
    for (const link of root.querySelectorAll('a[href^="#"]')) {
      if (others.includes(partOf(link))) link.setAttribute('href', `#${id}`);
    }
  }
}

function isEmpty(element: Element): boolean {
  return !element.textContent?.trim() && !element.querySelector('img, video');
}

function namesOf(element: Element): string[] {
  const name = element.matches('a') ? element.getAttribute('name') : null;
  return [element.id, name ?? ''].filter((name) => name !== '');
}

function partOf(link: Element): string {
  const part = link.getAttribute('href')?.slice(1) ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Empty anchors before a heading, and the section that it begins. */
function rightBefore(heading: Element): Element[] {
  const before = heading.previousElementSibling;
  if (before) return isEmpty(before) ? [before, ...before.querySelectorAll('a[name], [id]')] : [];
  const around = heading.parentElement;
  return around?.matches('section, div, article') ? [around] : [];
}
