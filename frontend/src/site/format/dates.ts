// Dates in the time zone and the language of the publication. The server's JavaScript engine has no Intl, so `/site`
// tells how they are written where that is not as after installation: in English, three hours ahead of UTC all year.
import type { Calendar, UtcTime } from '../../api/types';

const installed: Calendar = {
  zone: 'Africa/Nairobi',
  changes: [],
  offsets: [180],
  long_dates: [],
  short_dates: [],
  zero: 48,
};

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

/** The months in the language of the admin area, and of a publication that names none. */
export const ENGLISH_MONTHS =
  'January February March April May June July August September October November December'.split(' ');

/** "20 November 2026" */
export function longDate(time: UtcTime): string {
  return write(time, calendar.long_dates);
}

/** "20 Nov 2026" */
export function shortDate(time: UtcTime): string {
  return write(time, calendar.short_dates, 3);
}

/** "09:30" */
export function clockTime(time: UtcTime): string {
  return inDigits(local(time).toISOString().slice(11, 16));
}

/** A date by its month's pattern; without one as in English, of the month so many letters. */
function write(time: UtcTime, patterns: string[], letters?: number): string {
  const at = local(time);
  const month = at.getUTCMonth();
  const pattern = patterns[month] ?? `%d ${ENGLISH_MONTHS[month]?.slice(0, letters)} %y`;
  return inDigits(pattern.replace(/%./g, (field) => `${field === '%d' ? at.getUTCDate() : at.getUTCFullYear()}`));
}

/** A moment whose UTC fields are those of the publication's clocks. */
function local(time: UtcTime): Date {
  const at = Date.parse(time);
  return new Date(at + offsetMs(at));
}

/** How the publication writes amounts; undefined: as the product does. */
export function amountStyle(): Calendar['amounts'] {
  return calendar.amounts;
}

/** A text with the digits of the publication's language. */
export function inDigits(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(calendar.zero + Number(digit)));
}

/** How far local time is ahead of UTC at a moment, both in milliseconds. */
export function offsetMs(at: number): number {
  const passed = calendar.changes.filter((change) => change * 1000 <= at).length;
  return (calendar.offsets[passed] ?? 0) * 60_000;
}
