import { afterEach, expect, test } from 'vitest';
import { setCalendar } from '../../site/format/dates';
import { calendarDay, formatAhead, fromPickerValue, toPickerValue, utcOffset } from './publication-time';

// London in 2026: an hour ahead of UTC from 29 March to 25 October.
const english = { long_dates: [], short_dates: [], zero: 48 };
const london = { zone: 'Europe/London', changes: [1774746000, 1792890000], offsets: [0, 60, 0], ...english };
const iso = (value: string) => {
  const at = fromPickerValue(value);
  return at === null ? null : new Date(at).toISOString();
};

afterEach(() => setCalendar(undefined));

test('a date-time field shows and names times of Nairobi on a fresh store', () => {
  expect(toPickerValue('2026-11-20T06:30:00Z')).toBe('2026-11-20T09:30');
  expect(iso('2026-11-20T09:30')).toBe('2026-11-20T06:30:00.000Z');
  expect([iso(''), toPickerValue(null)]).toEqual([null, '']);
  expect(calendarDay(Date.parse('2026-11-20T21:00:00Z'))).toBe('2026-11-21');
  expect(calendarDay(Date.parse('2026-11-20T21:00:00Z'), 6)).toBe('2026-11-15');
  expect(utcOffset(0)).toBe('UTC+3');
});

test('what lies ahead is a day of the week with its clock time', () => {
  expect(formatAhead('2026-12-01T04:00:00Z', '2026-11-29T09:00:00Z')).toBe('Tue 1 Dec, 07:00');
  // Past midnight, and past New Year, in Nairobi.
  expect(formatAhead('2026-12-31T21:30:00Z', '2026-12-31T20:00:00Z')).toBe('Fri 1 Jan 2027, 00:30');
  expect(formatAhead('', 0)).toBe('');
});

test('a date-time field follows the clocks of the publication', () => {
  setCalendar(london);
  for (const [value, moment] of [
    ['2026-03-28T09:30', '2026-03-28T09:30:00.000Z'],
    ['2026-03-29T00:59', '2026-03-29T00:59:00.000Z'],
    // The clocks skip the hour from 01:00.
    ['2026-03-29T01:30', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T02:00', '2026-03-29T01:00:00.000Z'],
    ['2026-07-01T09:30', '2026-07-01T08:30:00.000Z'],
    // They show the hour from 01:00 twice: the first one counts.
    ['2026-10-25T01:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T02:00', '2026-10-25T02:00:00.000Z'],
  ] as const) {
    expect([value, iso(value)]).toEqual([value, moment]);
  }
  expect(toPickerValue('2026-07-01T08:30:00Z')).toBe('2026-07-01T09:30');
  setCalendar({ zone: 'America/St_Johns', changes: [], offsets: [-210], ...english });
  expect(utcOffset(0)).toBe('UTC-3:30');
  expect(iso('2026-11-20T09:30')).toBe('2026-11-20T13:00:00.000Z');
});
