import type { CategorySection, FrontPageBlock } from '../../api/types';
import type { ChosenSection } from './arrange-sections';

/** A part of home: some blocks stand beside each other, and sections that follow each other keep one rhythm. */
export type HomePart =
  | { kind: 'picks' | 'recent' | 'recent_newsletter' | 'newsletter' | 'sponsored' | 'most_read' }
  | { kind: 'sections'; sections: ChosenSection[] };

/** After installation, and where the answer that names the blocks did not come. */
export const shippedBlocks: FrontPageBlock[] = [
  { kind: 'picks' },
  { kind: 'recent' },
  { kind: 'newsletter' },
  { kind: 'sections' },
  { kind: 'sponsored' },
];

/** What the publication says of itself comes after its stories. */
function advertisingLast(sections: CategorySection[]): CategorySection[] {
  const isAdvertising = ({ category }: CategorySection) => category.slug === 'advertise';
  return [...sections.filter((one) => !isAdvertising(one)), ...sections.filter(isAdvertising)];
}

/** The parts of home from its blocks. Of the categories in `sections`, those without a block come with `sections`. */
export function arrangeBlocks(blocks: FrontPageBlock[], sections: CategorySection[]): HomePart[] {
  const named = new Set(blocks.map((block) => block.kind === 'section' && block.category));
  const parts: HomePart[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.kind === 'section' || block.kind === 'sections') {
      const chosen =
        block.kind === 'sections'
          ? advertisingLast(sections.filter(({ category }) => !named.has(category.slug)))
          : sections
              .filter(({ category }) => category.slug === block.category)
              .map((section) => (block.layout === 'auto' ? section : { ...section, layout: block.layout }));
      if (last?.kind === 'sections') last.sections.push(...chosen);
      else parts.push({ kind: 'sections', sections: chosen });
    } else if (block.kind === 'newsletter' && last?.kind === 'recent') {
      parts[parts.length - 1] = { kind: 'recent_newsletter' };
    } else {
      parts.push({ kind: block.kind });
    }
  }
  return parts;
}
