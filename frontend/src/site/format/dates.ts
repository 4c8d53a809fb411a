// Dates as readers in Nairobi see them. Kenya is three hours ahead of UTC all year, so the shift is a constant; the
// server's JavaScript engine has no Intl and would format dates differently from the browser.
import type { UtcTime } from '../../api/types';

const nairobiOffsetMs = 3 * 60 * 60 * 1000;

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** "20 November 2026" */
export function longDate(time: UtcTime): string {
  const { day, month, year } = nairobiParts(time);
  return `${day} ${month} ${year}`;
}

/** "20 Nov 2026" */
export function shortDate(time: UtcTime): string {
  const { day, month, year } = nairobiParts(time);
  return `${day} ${month.slice(0, 3)} ${year}`;
}

/** "09:30" */
export function clockTime(time: UtcTime): string {
  const { hour, minute } = nairobiParts(time);
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}

function nairobiParts(time: UtcTime) {
  const shifted = new Date(Date.parse(time) + nairobiOffsetMs);
  return {
    day: shifted.getUTCDate(),
    month: months[shifted.getUTCMonth()] ?? '',
    year: shifted.getUTCFullYear(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  };
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
