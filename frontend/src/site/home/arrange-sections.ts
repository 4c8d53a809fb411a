import type { CategorySection } from '../../api/types';

/**
 * How the posts of a section lie: `feature`, one large and three in rows; `rows`, headlines below one with a picture,
 * two sections beside each other where there is room; `grid`, two by two; `strip`, side by side, on phones to be pushed
 * along.
 */
export type SectionLayout = 'feature' | 'rows' | 'grid' | 'strip';

/** Headlines alone, side by side, on phones to be pushed along. */
type BriefLayout = 'brief';

/** With the layout that somebody chose; without one it gets that of its place. */
export type ChosenSection = CategorySection & { layout?: SectionLayout };

/** `alone`: rows without others to stand beside. */
export type HomeSection = CategorySection & { layout: SectionLayout | BriefLayout; alone?: boolean };

/** The layouts in their order, begun again where some were chosen. Rows come in twos, and no two strips meet. */
const rhythm: SectionLayout[] = ['feature', 'strip', 'rows', 'rows', 'grid', 'strip'];

/** Different in kind: what they show is compared side by side. */
const strips = ['deals', 'video'];

/** The sections that follow are brief, so that the page has an end. */
const AT_LENGTH = 6;

/** Fewer posts leave holes in every layout but rows. */
const FULL = 3;

/**
 * Gives each section its layout, in the order they come, so that a long page keeps a rhythm; from the seventh on they
 * are brief. Sections of one or two posts are rows, but for those whose posts are compared. Other rows left without a
 * partner become a grid, and so does a section whose large picture would be of a post that stands at the top of the page
 * already (`atTop`, ids); but not where somebody chose the layout.
 */
export function arrangeSections(sections: ChosenSection[], atTop: ReadonlySet<number> = new Set()): HomeSection[] {
  const shown = sections.filter(({ posts }) => posts.length > 0);
  let place = 0;
  const arranged = shown.map((section, at): HomeSection => {
    if (at >= AT_LENGTH && !section.layout) return { ...section, layout: 'brief' };
    const inRhythm = rhythm[place % rhythm.length] ?? 'grid';
    const isStrip = strips.includes(section.category.slug);
    const isSparse = section.posts.length < FULL && !isStrip;
    if (section.layout || !isSparse) place += 1;
    if (section.layout) return { ...section, layout: section.layout };
    if (isSparse) return { ...section, layout: 'rows' };
    const layout = isStrip ? 'strip' : inRhythm;
    const [first] = section.posts;
    return { ...section, layout: layout === 'feature' && first && atTop.has(first.id) ? 'grid' : layout };
  });
  let rows = 0;
  return arranged.map((section, at) => {
    rows = section.layout === 'rows' ? rows + 1 : 0;
    const isLeft = rows % 2 === 1 && arranged[at + 1]?.layout !== 'rows';
    if (!isLeft) return section;
    const staysRows = shown[at]?.layout || section.posts.length < FULL;
    return staysRows ? { ...section, alone: true } : { ...section, layout: 'grid' };
  });
}
