import { expect, test } from 'vitest';
import { age } from './age';

test.each([
  ['2026-11-24T09:00:01Z', 'less than an hour'],
  ['2026-11-24T09:00:00Z', 'an hour'],
  ['2026-11-24T08:00:00Z', '2 hours'],
  ['2026-11-22T10:00:01Z', '47 hours'],
  ['2026-11-22T10:00:00Z', '2 days'],
  ['2026-11-24T10:05:00Z', 'less than an hour'],
])('%s is %s ago', (utc, text) => {
  expect(age(utc, Date.parse('2026-11-24T10:00:00Z'))).toBe(text);
});
