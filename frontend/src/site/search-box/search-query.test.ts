import { expect, it } from 'vitest';
import { isTruncated, searchQuery } from './search-query';

it.each([
  ['q=solar', 'solar'],
  ['query=solar', 'solar'],
  ['q=%20sun%20&query=moon', 'sun'],
  ['q=%20%20&query=moon', 'moon'],
  ['q=', ''],
  ['', ''],
])('%j searches for %j', (address, text) => {
  expect(searchQuery(new URLSearchParams(address))).toBe(text);
});

it('stops at 200 characters and cuts none in half', () => {
  expect(searchQuery(new URLSearchParams({ q: '🌞'.repeat(300) }))).toBe('🌞'.repeat(200));
});

it('knows when there was more', () => {
  expect(isTruncated(new URLSearchParams({ q: ` ${'🌞'.repeat(200)} ` }))).toBe(false);
  expect(isTruncated(new URLSearchParams({ query: '🌞'.repeat(201) }))).toBe(true);
});
