/** A heading of a post's text, and where on the page it stands. */
export type StoryHeading = { id: string; madeId: string; level: 2 | 3; text: string };

/** A text with fewer words, or fewer headings, is read without a list of them. */
const longTextWords = 400;
const listedHeadings = 3;

const heading = /<h([23])((?: [^>]*)?)>([\s\S]*?)<\/h\1>/g;

/** No other id of the page begins like this. */
const prefix = 'story-';

/**
 * The headings of a post's clean HTML, each with its own id or one made from its words: the same words give the same id, wherever
 * they stand, and only headings of the same words are numbered.
 */
export function storyHeadings(html: string): StoryHeading[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return Array.from(html.matchAll(heading), ([, level, attributes = '', inner = '']) => {
    const text = plainText(inner, '');
    const words = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '');
    const id = freeId(prefix + (words || 'part'), taken, next);
    const own = / id="([^"]*)"/.exec(attributes)?.[1];
    return { id: own ?? id, madeId: id, level: level === '2' ? 2 : 3, text };
  });
}

/** `next` keeps the number that follows the last one: thousands of equal headings are not counted from the first again. */
function freeId(base: string, taken: Set<string>, next: Map<string, number>): string {
  let id = base;
  let number = next.get(base) ?? 2;
  for (; taken.has(id); number += 1) id = `${base}-${number}`;
  next.set(base, number);
  taken.add(id);
  return id;
}

/**
 * The same HTML with the ids of `storyHeadings` on its headings. One that has its own is still found by the one made
 * from its words, which links elsewhere may name.
 */
export function withHeadingIds(html: string): string {
  const headings = storyHeadings(html)[Symbol.iterator]();
  return html.replaceAll(heading, (whole, level: string, attributes: string, inner: string) => {
    const { id, madeId } = headings.next().value as StoryHeading;
    if (id === madeId) return `<h${level} id="${id}"${whole.slice('<h2'.length)}`;
    return `<h${level}${attributes}><span id="${madeId}"></span>${inner}</h${level}>`;
  });
}

/** The headings to list above a text: none where it is short. */
export function listedStoryHeadings(html: string): StoryHeading[] {
  const headings = storyHeadings(html).filter(({ text }) => text !== '');
  const words = plainText(html, ' ').split(' ').length;
  return headings.length >= listedHeadings && words >= longTextWords ? headings : [];
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** `between` stands for each tag: in a line nothing, in a whole text a blank, because blocks end words. */
export function plainText(html: string, between: string): string {
  return html
    .replaceAll('<br>', ' ')
    .replaceAll(/<[^>]*>/g, between)
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
