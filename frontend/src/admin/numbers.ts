import { formatDay, fromPickerValue } from './time/publication-time';

const GROUPED = new Intl.NumberFormat('en-US');
/** "12,345" */
export const formatCount = (count: number) => GROUPED.format(count);

/** "20 Nov" for "2026-11-20"; what is no date stays as it is. */
export const dayLabel = (date: string) => longDayLabel(date).replace(/ \d{4}$/, '');

/** "20 Nov 2026" */
export function longDayLabel(date: string): string {
  const noon = fromPickerValue(`${date}T12:00`);
  return noon === null ? date : formatDay(new Date(noon).toISOString());
}

/** "37 %" of a whole; "–" of nothing. */
export const percentage = (part: number, whole: number) => (whole > 0 ? `${Math.round((part / whole) * 100)} %` : '–');

/** Round numbers from 0 to at least `most`, at most six of them. */
export function axisTicks(most: number): number[] {
  const rough = Math.max(most, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const steps = [0];
  while ((steps.at(-1) ?? 0) < most) steps.push((steps.at(-1) ?? 0) + step);
  return steps.length > 1 ? steps : [0, step];
}
