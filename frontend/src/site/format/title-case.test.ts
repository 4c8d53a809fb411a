import { expect, it } from 'vitest';
import { titleCase } from './title-case';

it.each([
  ['digital-finance', 'Digital Finance'],
  ['ai', 'AI'],
  ['the-big-story', 'The Big Story'],
  ['Tech', 'Tech'],
])('%s is %s', (slug, title) => {
  expect(titleCase(slug)).toBe(title);
});
