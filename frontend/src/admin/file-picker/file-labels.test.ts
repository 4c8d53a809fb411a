import { expect, test } from 'vitest';
import { libraryItem as item } from '../../testing/media';
import { kindAndSize, usedText } from './file-labels';

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
