import { describe, expect, it } from 'vitest';
import type { CategorySection } from '../../api/types';
import { postCard } from '../../testing/posts';
import { arrangeSections } from './arrange-sections';

const section = (slug: string, posts = 4): CategorySection => ({
  category: { id: 1, name: slug, slug },
  posts: Array.from({ length: posts }, (_, id) => postCard({ id })),
});

const shape = (slugs: string[]) =>
  arrangeSections(slugs.map((slug) => section(slug))).map(({ layout, category }) => `${layout} ${category.slug}`);

describe('arrangeSections', () => {
  it('varies the layouts, keeps the order, and is brief from the seventh on', () => {
    expect(shape(['tech', 'business', 'politics', 'ai', 'science', 'security', 'finance', 'music'])).toEqual([
      'feature tech',
      'strip business',
      'rows politics',
      'rows ai',
      'grid science',
      'strip security',
      'brief finance',
      'brief music',
    ]);
  });

  it('keeps a layout that somebody chose beyond the sixth', () => {
    const sections = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((slug) => section(slug));
    const chosen = arrangeSections(sections.map((one, at) => (at === 6 ? { ...one, layout: 'grid' } : one)));
    expect(chosen.slice(5).map(({ layout }) => layout)).toEqual(['strip', 'grid', 'brief']);
  });

  it('never leaves rows without a partner', () => {
    expect(shape(['tech', 'business', 'politics'])).toEqual(['feature tech', 'strip business', 'grid politics']);
    expect(shape(['tech', 'business', 'politics', 'deals', 'ai'])).toEqual([
      'feature tech',
      'strip business',
      'grid politics',
      'strip deals',
      'grid ai',
    ]);
    for (let count = 1; count < 40; count += 1) {
      const layouts = shape(Array.from({ length: count }, (_, at) => `category-${at}`)).join(' ');
      for (const run of layouts.match(/(rows category-\d+ ?)+/g) ?? [])
        expect(run.match(/rows/g)?.length, `${count} sections`).toBe(2);
    }
  });

  it('shows deals and videos side by side, wherever they come', () => {
    expect(shape(['deals', 'video'])).toEqual(['strip deals', 'strip video']);
  });

  it('shows a post that leads the page no second time as a large picture', () => {
    const leading = { ...section('tech'), posts: [7, 8, 9].map((id) => postCard({ id })) };
    expect(arrangeSections([leading], new Set([7]))[0]?.layout).toBe('grid');
    expect(arrangeSections([leading], new Set([8]))[0]?.layout).toBe('feature');
  });

  it('keeps a layout that somebody chose, and says when rows stand alone', () => {
    const chosen = arrangeSections(
      [
        { ...section('deals'), layout: 'rows' },
        { ...section('tech'), layout: 'feature' },
        { ...section('ai'), layout: 'rows' },
        { ...section('science'), layout: 'rows' },
      ],
      new Set([0]),
    );
    expect(chosen.map(({ layout, alone }) => (alone ? `${layout} alone` : layout))).toEqual([
      'rows alone',
      'feature',
      'rows',
      'rows',
    ]);
  });

  it('shows sections of one or two posts as rows, beside each other where they meet', () => {
    const sparse = arrangeSections([
      section('tech', 1),
      section('business', 2),
      section('politics'),
      section('ai', 1),
      section('science'),
      section('deals', 1),
    ]);
    expect(sparse.map(({ layout, alone }) => (alone ? `${layout} alone` : layout))).toEqual([
      'rows',
      'rows',
      'feature',
      'rows alone',
      'strip',
      'strip',
    ]);
  });

  it('leaves empty sections out', () => {
    expect(arrangeSections([section('tech', 0), section('business')])).toMatchObject([
      { category: { slug: 'business' }, layout: 'feature' },
    ]);
  });
});
