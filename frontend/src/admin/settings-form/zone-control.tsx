import { useMemo } from 'react';
import { Select } from '../../ui/select';

type ZoneControlProps = { value: string; disabled: boolean; onChange: (value: string) => void };

/** A time zone by the place that it is named after. */
export function ZoneControl({ value, disabled, onChange }: ZoneControlProps) {
  const zones = useMemo(() => zoneOptions(value), [value]);
  return (
    <Select value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
      {zones.map(({ zone, name }) => (
        <option key={zone} value={zone}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** Every zone that this browser knows, by name; `kept` among them, which another one may know. */
export function zoneOptions(kept: string): { zone: string; name: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', kept]);
  return [...zones]
    .filter(Boolean)
    .map((zone) => ({ zone, name: zoneTitle(zone) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** "Nairobi (Africa)", "Buenos Aires (America, Argentina)": the place first, because lists are searched by it. */
export function zoneTitle(zone: string): string {
  const parts = zone.replaceAll('_', ' ').split('/');
  const place = parts.pop() ?? zone;
  return parts.length > 0 ? `${place} (${parts.join(', ')})` : place;
}
