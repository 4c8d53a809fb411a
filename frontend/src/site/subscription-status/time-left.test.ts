import { expect, it } from 'vitest';
import { timeLeft } from './time-left';

const minute = 60_000;

it.each([
  [0, { days: 0, hours: 0, minutes: 0, over: true }],
  [-5 * minute, { days: 0, hours: 0, minutes: 0, over: true }],
  [minute - 1, { days: 0, hours: 0, minutes: 0, over: false }],
  [61 * minute, { days: 0, hours: 1, minutes: 1, over: false }],
  [(2 * 1440 + 23 * 60 + 59) * minute + 1, { days: 2, hours: 23, minutes: 59, over: false }],
])('%i ms before the end', (left, shown) => {
  expect(timeLeft(1_000_000 + left, 1_000_000)).toEqual(shown);
});
