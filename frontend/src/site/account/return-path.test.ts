import { expect, it } from 'vitest';
import { returnPath } from './return-path';

it.each([
  ['', '/'],
  ['?post=', '/'],
  ['?post=long-rains', '/post/slug/long-rains'],
  // Whatever somebody puts into a link, it stays a post of ours.
  ['?post=//evil.example', '/post/slug/%2F%2Fevil.example'],
  ['?post=https://evil.example/', '/post/slug/https%3A%2F%2Fevil.example%2F'],
])('leads from %s to %s', (search, target) => {
  expect(returnPath(search)).toBe(target);
});
