import { zoneName } from './dates';

/** The place that gave the time zone its name: "Nairobi", "New York". */
export function zonePlace(): string {
  return (zoneName().split('/').at(-1) ?? '').replaceAll('_', ' ');
}
