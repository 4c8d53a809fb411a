// Dates in the time zone and the language of the publication. The server's JavaScript engine has no Intl, so `/site`
// tells both where they are not those of the installation: English, and three hours ahead of UTC all year.
import type { Calendar, UtcTime } from '../../api/types';

const installed: Calendar = { zone: 'Africa/Nairobi', changes: [], offsets: [180], months: [] };

/** One for all dates: an engine, and a browser, draw one publication. */
let calendar = installed;

/** Holds for all that is drawn from here on: whoever draws a page sets it first. */
export function setCalendar(next: Calendar | null | undefined) {
  calendar = next ?? installed;
}

/** "Africa/Nairobi" */
export function zoneName(): string {
  return calendar.zone;
}

/** The place that gave the time zone its name: "Nairobi", "New York". */
export function zonePlace(): string {
  return (calendar.zone.split('/').at(-1) ?? '').replaceAll('_', ' ');
}

/** The months in the language of the admin area, and of a publication that names none. */
export const ENGLISH_MONTHS = [
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
  const { day, month, year } = parts(time);
  return `${day} ${month} ${year}`;
}

/** "20 Nov 2026" */
export function shortDate(time: UtcTime): string {
  const { day, month, year } = parts(time);
  return `${day} ${month.slice(0, 3)} ${year}`;
}

/** "09:30" */
export function clockTime(time: UtcTime): string {
  const { hour, minute } = parts(time);
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}

function parts(time: UtcTime) {
  const at = Date.parse(time);
  const shifted = new Date(at + offsetMs(at));
  return {
    day: shifted.getUTCDate(),
    month: (calendar.months.length > 0 ? calendar.months : ENGLISH_MONTHS)[shifted.getUTCMonth()] ?? '',
    year: shifted.getUTCFullYear(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  };
}

/** How far local time is ahead of UTC at a moment, both in milliseconds. */
export function offsetMs(at: number): number {
  const passed = calendar.changes.filter((change) => change * 1000 <= at).length;
  return (calendar.offsets[passed] ?? 0) * 60_000;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
