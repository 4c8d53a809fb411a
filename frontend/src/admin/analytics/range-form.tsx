import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { calendarDay } from '../time/publication-time';
import type { DayRange } from './api';

const PRESETS = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'A year' },
];

type RangeFormProps = { range: { from: string; to: string }; onChange: (range: DayRange) => void };

/** From which day to which. Presets end today; days of one's own count once Show is pressed. */
export function RangeForm({ range, onChange }: RangeFormProps) {
  const now = Date.now();
  const today = calendarDay(now);
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">Up to today</legend>
        <div className="flex flex-wrap gap-1">
          {PRESETS.map(({ days, label }) => {
            const from = calendarDay(now, days - 1);
            const chosen = range.from === from && range.to === today;
            return (
              <Button
                key={days}
                look={chosen ? 'ink' : 'outline'}
                aria-pressed={chosen}
                className="px-4"
                onClick={() => onChange({ from, to: today })}
              >
                {label}
              </Button>
            );
          })}
        </div>
      </fieldset>
      <form
        // The key: a preset, or Back, fills the fields anew.
        key={`${range.from} ${range.to}`}
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const days = new FormData(event.currentTarget);
          onChange({ from: String(days.get('from')), to: String(days.get('to')) });
        }}
      >
        <Field label="From">
          <Input type="date" name="from" required defaultValue={range.from} className="w-40" />
        </Field>
        <Field label="To">
          <Input type="date" name="to" required defaultValue={range.to} className="w-40" />
        </Field>
        <Button type="submit" look="outline">
          Show
        </Button>
      </form>
    </div>
  );
}
