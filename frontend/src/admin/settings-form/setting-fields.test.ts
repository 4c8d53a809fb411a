import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingSections } from './setting-fields';

/** Settings that have a screen of their own: the front page, and the daily newsletter. */
const elsewhere = /^(front_page\.|newsletter\.daily_)/;

it('has a field for every setting that the server names', () => {
  const list = readFileSync('../crates/core/src/settings/keys.rs', 'utf8');
  const named = [...list.matchAll(/key\(\s*"([a-z_]+\.[a-z_]+)"/g)]
    .map(([, key = '']) => key)
    .filter((key) => !elsewhere.test(key));
  const shown = settingSections.flatMap((section) => section.fields.map((spec) => spec.key));
  expect(named.length).toBeGreaterThan(20);
  expect([...shown].sort()).toEqual([...named].sort());
});
