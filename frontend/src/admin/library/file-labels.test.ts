import { describe, expect, test } from 'vitest';
import type { LibraryItem } from '../../api/types';
import { captionWithCredit, kindAndSize, usedText } from './file-labels';

const item = (over: Partial<LibraryItem>): LibraryItem => ({
  id: 1,
  url: '/media/a.png',
  kind: 'image',
  content_type: 'image/png',
  file_name: 'a.png',
  size_bytes: 1,
  width: null,
  height: null,
  alt: '',
  caption: '',
  credit: '',
  picture: null,
  poster: null,
  captions: null,
  is_public: false,
  used_by: 0,
  created_at: '2026-11-19T06:30:00Z',
  ...over,
});

test.each([
  ['image', 1, 'Picture · 1 KB'],
  ['image', 999 * 1024, 'Picture · 999 KB'],
  ['video', 12.4 * 1024 * 1024, 'Video · 12.4 MB'],
] as const)('%s of %d bytes: %s', (kind, size_bytes, text) => {
  expect(kindAndSize(item({ kind, size_bytes }))).toBe(text);
});

test('a label says how often a file is used, and whether anyone may find it', () => {
  expect([0, 1, 3].map((used_by) => usedText(item({ used_by })))).toEqual(['Not used', 'Used once', 'Used 3 times']);
  expect(usedText(item({ is_public: true }))).toBe('Not used · public');
});

describe('what stands under a file in a text', () => {
  test.each([
    [{ caption: 'Tea at noon.', credit: 'Amina' }, 'Tea at noon. Photo: Amina'],
    [{ caption: 'Tea at noon', credit: 'Amina' }, 'Tea at noon. Photo: Amina'],
    [{ caption: 'Is this tea?”', credit: 'Amina' }, 'Is this tea?” Photo: Amina'],
    [{ credit: 'Amina', kind: 'video' as const }, 'Video: Amina'],
    [{ caption: 'Tea at noon.' }, 'Tea at noon.'],
    [{}, ''],
  ])('%o', (over, text) => {
    expect(captionWithCredit(item(over))).toBe(text);
  });
});
