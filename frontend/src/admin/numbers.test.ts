import { expect, test } from 'vitest';
import { axisTicks, dayLabel, longDayLabel, percentage } from './numbers';

test('the axis has few round numbers and reaches the highest bar', () => {
  expect(axisTicks(0)).toEqual([0, 1]);
  expect(axisTicks(1)).toEqual([0, 1]);
  expect(axisTicks(3)).toEqual([0, 1, 2, 3]);
  expect(axisTicks(7)).toEqual([0, 2, 4, 6, 8]);
  expect(axisTicks(100)).toEqual([0, 50, 100]);
  for (const most of [9, 11, 99, 101, 999, 12_345, 1_000_001]) {
    const steps = axisTicks(most);
    expect(steps.length).toBeLessThanOrEqual(6);
    expect(steps.at(-1)).toBeGreaterThanOrEqual(most);
    expect(steps.at(-2)).toBeLessThan(most);
  }
});

test('a day is labelled with its month', () => {
  expect(dayLabel('2026-11-01')).toBe('1 Nov');
  expect(longDayLabel('2026-11-01')).toBe('1 Nov 2026');
  expect(dayLabel('a label')).toBe('a label');
});

test('a share of nothing is a dash instead of a number', () => {
  expect(percentage(1, 3)).toBe('33 %');
  expect(percentage(0, 0)).toBe('–');
});
