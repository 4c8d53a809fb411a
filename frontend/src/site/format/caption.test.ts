import { expect, test } from 'vitest';
import { captionWithCredit } from './caption';

test.each([
  [{ caption: 'Tea at noon.', credit: 'Amina' }, 'Tea at noon. Photo: Amina'],
  [{ caption: 'Tea at noon', credit: 'Amina' }, 'Tea at noon. Photo: Amina'],
  [{ caption: 'Is this tea?”', credit: 'Amina' }, 'Is this tea?” Photo: Amina'],
  [{ credit: 'Amina', kind: 'video' as const }, 'Video: Amina'],
  [{ caption: 'Tea at noon.' }, 'Tea at noon.'],
  [{}, ''],
])('what stands under a file: %o', (over, text) => {
  expect(captionWithCredit({ kind: 'image', caption: '', credit: '', ...over })).toBe(text);
});
