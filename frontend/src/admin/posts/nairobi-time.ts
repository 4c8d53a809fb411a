// Editors work in Africa/Nairobi, wherever their browser is. Kenya keeps UTC+3 all year.

const OFFSET_MS = 3 * 60 * 60 * 1000;

const DAY = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Africa/Nairobi',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

const MOMENT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Africa/Nairobi',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const TIME = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Africa/Nairobi',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** "Nov 20, 2026"; "" for what is no time, since one bad row must not take the screen (and the form) down. */
export function formatDay(utc: string): string {
  return format(DAY, utc);
}

/** "Nov 20, 09:30" */
export function formatMoment(utc: string | number): string {
  return format(MOMENT, utc);
}

/** "09:30" */
export function formatTime(utc: string | number): string {
  return format(TIME, utc);
}

function format(how: Intl.DateTimeFormat, utc: string | number): string {
  const ms = new Date(utc).getTime();
  return Number.isNaN(ms) ? '' : how.format(ms);
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
