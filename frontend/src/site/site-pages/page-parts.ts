import type { PageBlock } from '../../api/types';

export type Heading = Extract<PageBlock, { type: 'heading' }>;

/** A heading with the blocks below it; what stands before the first heading has none. */
export type PagePart = { heading: Heading | null; blocks: PageBlock[] };

/** The blocks of a page by their headings, in order. */
export function pageParts(blocks: readonly PageBlock[]): PagePart[] {
  const parts: PagePart[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.type === 'heading') parts.push({ heading: block, blocks: [] });
    else if (last) last.blocks.push(block);
    else parts.push({ heading: null, blocks: [block] });
  }
  return parts;
}

/** Text and what stands beside it: asides and contact boxes. */
export function besideText(blocks: readonly PageBlock[]) {
  return {
    main: blocks.filter((block) => block.type !== 'section'),
    beside: blocks.filter((block) => block.type === 'section'),
  };
}

/** Whether a part is nothing but text, which is read as one with the text around it. */
export function isText({ blocks }: PagePart): boolean {
  return blocks.every(({ type }) => type === 'text' || type === 'rule');
}

/** Parts of text as one HTML; `titleOf` has the HTML of a heading. */
export function textHtml(parts: readonly PagePart[], titleOf: (heading: Heading) => string) {
  const html = (block: PageBlock) => (block.type === 'text' ? block.html : '<hr>');
  return parts
    .map(({ heading, blocks }) => {
      // Ids are letters, digits and hyphens.
      const title = heading ? `<h2 id="${heading.id}">${titleOf(heading)}</h2>` : '';
      return title + blocks.map(html).join('');
    })
    .join('');
}
