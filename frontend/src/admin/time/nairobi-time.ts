// Editors work in Africa/Nairobi, wherever their browser is. Kenya keeps UTC+3 all year. Dates read as on the site.
import { clockTime, shortDate } from '../../site/format/dates';

const OFFSET_MS = 3 * 60 * 60 * 1000;

/** "20 Nov 2026"; "" for what is no time, since one bad row must not take the screen (and the form) down. */
export function formatDay(utc: string): string {
  return format(shortDate, utc);
}

/** "20 Nov 2026, 09:30" */
export function formatMoment(utc: string | number): string {
  return format((time) => `${shortDate(time)}, ${clockTime(time)}`, utc);
}

/** "09:30" */
export function formatTime(utc: string | number): string {
  return format(clockTime, utc);
}

function format(how: (time: string) => string, utc: string | number): string {
  const at = new Date(utc);
  return Number.isNaN(at.getTime()) ? '' : how(at.toISOString());
}

/** A moment as a date-time field shows it: "2026-11-20T09:30" in Nairobi. */
export function toPickerValue(utc: string | number | null): string {
  if (utc === null) return '';
  const ms = new Date(utc).getTime();
  return Number.isNaN(ms) ? '' : new Date(ms + OFFSET_MS).toISOString().slice(0, 16);
}

/** The moment a date-time field names, in milliseconds since 1970, or null when it is empty or unfinished. */
export function fromPickerValue(value: string): number | null {
  const ms = Date.parse(`${value}Z`);
  return Number.isNaN(ms) ? null : ms - OFFSET_MS;
}
