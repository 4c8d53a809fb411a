import { zonePlace } from '../../site/format/zone-place';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { toPickerValue } from '../time/publication-time';

const HOUR_MS = 3_600_000;

type SendTimeProps = {
  /** As a date-time field has it; null: now. */
  value: string | null;
  error?: string;
  disabled: boolean;
  onChange: (value: string | null) => void;
};

/** Now, or a time that somebody chooses. */
export function SendTime({ value, error, disabled, onChange }: SendTimeProps) {
  const isLater = value !== null;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label="Goes out"
        hint={isLater ? undefined : 'After you press send it waits one minute, in which you can take it back.'}
        error={isLater ? undefined : error}
      >
        <Select
          disabled={disabled}
          value={isLater ? 'later' : 'now'}
          onChange={(event) => onChange(event.target.value === 'later' ? nextHour() : null)}
        >
          <option value="now">Now</option>
          <option value="later">At a time of your choice</option>
        </Select>
      </Field>
      {isLater && (
        <Field label="Time" hint={`In ${zonePlace()} time. You can take it back until then.`} error={error}>
          <Input
            type="datetime-local"
            className="tabular-nums"
            readOnly={disabled}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      )}
    </div>
  );
}

/** The first full hour that is at least an hour away. */
function nextHour(): string {
  return toPickerValue(Math.ceil(Date.now() / HOUR_MS + 1) * HOUR_MS);
}
