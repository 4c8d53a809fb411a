import { describe, expect, it } from 'vitest';
import type { CategorySection } from '../../api/types';
import { postCard } from '../../testing/posts';
import { arrangeBlocks, shippedBlocks } from './arrange-blocks';

const section = (slug: string): CategorySection => ({
  category: { id: 1, name: slug, slug },
  posts: [postCard({ id: 1 })],
});

const sections = ['tech', 'ai', 'science'].map(section);

const shape = (parts: ReturnType<typeof arrangeBlocks>) =>
  parts.map((part) =>
    part.kind === 'sections'
      ? part.sections.map(({ category, layout }) => `${category.slug} ${layout ?? 'auto'}`)
      : part.kind,
  );

describe('arrangeBlocks', () => {
  it('stands the sign-up beside the newest posts where it follows them', () => {
    expect(shape(arrangeBlocks(shippedBlocks, sections))).toEqual([
      'picks',
      'recent_newsletter',
      ['tech auto', 'ai auto', 'science auto'],
      'sponsored',
    ]);
    expect(shape(arrangeBlocks([{ kind: 'newsletter' }, { kind: 'recent' }], sections))).toEqual([
      'newsletter',
      'recent',
    ]);
  });

  it('leaves categories with a block of their own out of the others, and keeps neighbours together', () => {
    const blocks = [
      { kind: 'section', category: 'science', layout: 'strip' },
      { kind: 'sections' },
      { kind: 'most_read' },
      { kind: 'section', category: 'ai', layout: 'auto' },
      { kind: 'section', category: 'empty', layout: 'grid' },
    ] as const;
    expect(shape(arrangeBlocks([...blocks], sections))).toEqual([
      ['science strip', 'tech auto'],
      'most_read',
      ['ai auto'],
    ]);
  });

  it('puts what the publication says of itself after its stories, where nobody placed it', () => {
    const own = ['advertise', 'tech', 'ai'].map(section);
    expect(shape(arrangeBlocks([{ kind: 'sections' }], own))).toEqual([['tech auto', 'ai auto', 'advertise auto']]);
    const placed = [{ kind: 'section', category: 'advertise', layout: 'auto' }, { kind: 'sections' }] as const;
    expect(shape(arrangeBlocks([...placed], own))).toEqual([['advertise auto', 'tech auto', 'ai auto']]);
  });
});
