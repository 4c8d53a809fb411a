import { describe, expect, it } from 'vitest';
import type { CategorySection } from '../../api/types';
import { postCard } from '../../testing/posts';
import { arrangeSections } from './arrange-sections';

const section = (slug: string, posts = 4): CategorySection => ({
  category: { id: 1, name: slug, slug },
  posts: Array.from({ length: posts }, (_, id) => postCard({ id })),
});

const shape = (slugs: string[]) =>
  arrangeSections(slugs.map((slug) => section(slug))).map((block) =>
    block.layout === 'pair'
      ? `pair ${block.sections.map((one) => one.category.slug).join('+')}`
      : `${block.layout} ${block.section.category.slug}`,
  );

describe('arrangeSections', () => {
  it('alternates layouts and keeps the order', () => {
    expect(shape(['tech', 'business', 'politics', 'ai', 'science', 'security', 'finance', 'music'])).toEqual([
      'feature tech',
      'four business',
      'pair politics+ai',
      'feature-right science',
      'pair security+finance',
      'four music',
    ]);
  });

  it('gives deals and video their own layout without breaking a pair', () => {
    expect(shape(['tech', 'business', 'politics', 'deals', 'ai', 'video'])).toEqual([
      'feature tech',
      'four business',
      'deals deals',
      'pair politics+ai',
      'video video',
    ]);
  });

  it('shows a section that found no partner as a row of four', () => {
    expect(shape(['tech', 'business', 'politics'])).toEqual(['feature tech', 'four business', 'four politics']);
  });

  it('shows a post that leads the page no second time as a large picture', () => {
    const leading = { ...section('tech'), posts: [postCard({ id: 7 }), postCard({ id: 8 })] };
    const blocks = arrangeSections([leading, section('business'), section('politics')], new Set([7]));
    expect(blocks.map(({ layout }) => layout)).toEqual(['four', 'four', 'four']);
    expect(arrangeSections([leading], new Set([8]))[0]?.layout).toBe('feature');
  });

  it('leaves empty sections out', () => {
    expect(arrangeSections([section('tech', 0)])).toEqual([]);
  });
});
