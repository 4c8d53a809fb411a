import type { CategorySection } from '../../api/types';

/** One stretch of the home page: one section in a layout, or two small ones side by side. */
export type HomeBlock =
  | { layout: 'feature' | 'feature-right' | 'four' | 'deals' | 'video'; section: CategorySection }
  | { layout: 'pair'; sections: [CategorySection, CategorySection] };

const rhythm = ['feature', 'four', 'pair', 'feature-right', 'pair', 'four'] as const;

/**
 * Gives each section its layout, in the order they come, so that a long page keeps a rhythm. Deals and Video are
 * different in kind and look it; a section left without a partner becomes a row of four, and so does one whose large
 * picture would be of a post that stands at the top of the page already (`atTop`, ids).
 */
export function arrangeSections(sections: CategorySection[], atTop: ReadonlySet<number> = new Set()): HomeBlock[] {
  const blocks: HomeBlock[] = [];
  let step = 0;
  let waiting: CategorySection | null = null;

  for (const section of sections) {
    if (section.posts.length === 0) continue;
    const slug = section.category.slug;
    if (slug === 'deals' || slug === 'video') {
      blocks.push({ layout: slug, section });
      continue;
    }
    if (waiting) {
      blocks.push({ layout: 'pair', sections: [waiting, section] });
      waiting = null;
      step += 1;
      continue;
    }
    const layout = rhythm[step % rhythm.length] ?? 'four';
    if (layout === 'pair') {
      waiting = section;
      continue;
    }
    const repeated = section.posts[0] && atTop.has(section.posts[0].id);
    blocks.push({ layout: repeated ? 'four' : layout, section });
    step += 1;
  }
  if (waiting) blocks.push({ layout: 'four', section: waiting });
  return blocks;
}
