// The newsroom works in the time zone of the publication, wherever its browsers are. Dates read as on the site.
import { clockTime, ENGLISH_MONTHS, offsetMs, shortDate } from '../../site/format/dates';

const DAY_MS = 86_400_000;

/** "20 Nov 2026"; "" for what is no time, since one bad row must not take the screen (and the form) down. */
export function formatDay(utc: string): string {
  return format(shortDate, utc);
}

/** "20 Nov 2026, 09:30" */
export function formatMoment(utc: string | number): string {
  return format((time) => `${shortDate(time)}, ${clockTime(time)}`, utc);
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** "Tue 1 Dec, 07:00", for what lies ahead; of another year than now with that year: "Fri 1 Jan 2027, 07:00". */
export function formatAhead(utc: string, now: string | number = Date.now()): string {
  const at = Date.parse(utc);
  if (Number.isNaN(at)) return '';
  const day = new Date(calendarDay(at));
  const year =
    calendarDay(new Date(now).getTime()).slice(0, 4) === calendarDay(at).slice(0, 4) ? '' : ` ${day.getUTCFullYear()}`;
  const month = ENGLISH_MONTHS[day.getUTCMonth()]?.slice(0, 3);
  return `${WEEKDAYS[day.getUTCDay()]} ${day.getUTCDate()} ${month}${year}, ${formatTime(utc)}`;
}

/** "09:30" */
export function formatTime(utc: string | number): string {
  return format(clockTime, utc);
}

function format(how: (time: string) => string, utc: string | number): string {
  const at = new Date(utc);
  return Number.isNaN(at.getTime()) ? '' : how(at.toISOString());
}

/** A moment as a date-time field shows it: "2026-11-20T09:30". */
export function toPickerValue(utc: string | number | null): string {
  if (utc === null) return '';
  const ms = new Date(utc).getTime();
  return Number.isNaN(ms) ? '' : new Date(ms + offsetMs(ms)).toISOString().slice(0, 16);
}

/**
 * The moment a date-time field names, in milliseconds since 1970, or null when it is empty or unfinished. As on the
 * server: as much later where the clocks skip that time, the first of both where they show it twice.
 */
export function fromPickerValue(value: string): number | null {
  const local = Date.parse(`${value}Z`);
  if (Number.isNaN(local)) return null;
  // The offsets of the day before and of the day after: no zone changes twice within two days.
  const [before, after] = [offsetMs(local - DAY_MS), offsetMs(local + DAY_MS)];
  const earlier = local - before;
  return offsetMs(earlier) === before || offsetMs(local - after) !== after ? earlier : local - after;
}

/** The calendar day some days before a moment: "2026-11-20". */
export function calendarDay(at: number, daysBefore = 0): string {
  return new Date(at + offsetMs(at) - daysBefore * DAY_MS).toISOString().slice(0, 10);
}

/** "UTC+3", "UTC-3:30" */
export function utcOffset(at: number): string {
  const minutes = offsetMs(at) / 60_000;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
