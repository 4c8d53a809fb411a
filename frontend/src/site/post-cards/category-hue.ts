// Each category's hue, for its label only. Categories close in subject share one; the rest are neutral.
const hues: Record<string, string> = {
  tech: 'hue-tech',
  electronics: 'hue-tech',
  review: 'hue-tech',
  business: 'hue-business',
  'digital-finance': 'hue-business',
  politics: 'hue-politics',
  'the-big-story': 'hue-politics',
  science: 'hue-science',
  ai: 'hue-ai',
  deals: 'hue-deals',
  'buying-guide': 'hue-deals',
  security: 'hue-security',
  entertainment: 'hue-entertainment',
  video: 'hue-entertainment',
  imports: 'hue-trade',
  exports: 'hue-trade',
};

export const sponsoredSlug = 'sponsored';

/** The classes that colour a category's label; `of-…` is for the colour that the newsroom chose, in each document. */
export function categoryHue(slug: string): string {
  return `${hues[slug] ?? 'hue-neutral'} of-${slug}`;
}
