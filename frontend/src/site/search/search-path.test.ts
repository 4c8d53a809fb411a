import { expect, it } from 'vitest';
import { searchPath } from './search-path';

it('keeps what a search is narrowed to, and nothing that is empty', () => {
  const chosen = new URLSearchParams({ category: 'ai', author: '', from: '2026-11-01', page: '4', other: 'x' });
  expect(searchPath('sun & rain', chosen, 2)).toBe('/search?q=sun%20%26%20rain&category=ai&from=2026-11-01&page=2');
  expect(searchPath('sun')).toBe('/search?q=sun');
});
