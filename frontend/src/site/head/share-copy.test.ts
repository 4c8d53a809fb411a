import { expect, test } from 'vitest';
import type { PostCard } from '../../api/types';
import { shareCopy } from './share-copy';

const preview = (fields: Partial<NonNullable<PostCard['preview']>>): PostCard['preview'] => ({
  kind: 'image',
  url: '/media/2026/11/a.webp',
  srcset: null,
  width: 5200,
  height: 3400,
  alt: 'Threads',
  focal_point: null,
  blur: null,
  captions: null,
  ...fields,
});

test('a list is shared with a small copy of its newest picture', () => {
  expect(shareCopy(preview({}))).toEqual({
    url: '/media/share/2026/11/a.webp.jpg',
    width: 1200,
    height: 785,
    alt: 'Threads',
  });
  expect(shareCopy(preview({ width: 900, height: 600 }))).toMatchObject({ width: 900, height: 600 });
  expect(shareCopy(preview({ width: null, height: null }))).toMatchObject({ width: null, height: null });
});

test('without a picture of its own the list has that of the site', () => {
  for (const none of [undefined, null, preview({ kind: 'video', url: '/media/a.mp4' })]) {
    expect(shareCopy(none)).toBeNull();
  }
});
