import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../api/problem';
import type { AdminPicks } from '../../api/types';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { refetchAfterChange } from '../after-change';
import { picksQuery, setPickEnd } from '../calls/posts';
import { formatMoment, fromPickerValue, toPickerValue } from '../time/publication-time';

/** When a pick stops being one, and what sets it. */
export function PickEnd({ pick }: { pick: AdminPicks['data'][number] }) {
  const client = useQueryClient();
  /** The date-time field; null while it is closed. */
  const [value, setValue] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (until: string | null) => setPickEnd(pick.id, until),
    onSuccess: async () => {
      await refetchAfterChange(client, picksQuery);
      setValue(null);
    },
    onError: (cause) => console.error(cause),
  });
  if (value === null) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-2">
        {pick.pick_until ? `Until ${formatMoment(pick.pick_until)}` : 'No end'}
        <Button look="quiet" size="sm" className="min-h-9" onClick={() => setValue(toPickerValue(pick.pick_until))}>
          {pick.pick_until ? 'Change end' : 'Set end'}
          <span className="sr-only"> of {pick.title}</span>
        </Button>
      </p>
    );
  }
  const at = fromPickerValue(value);
  return (
    <div className="grid gap-2 py-2">
      <Field label="Pick until" error={failureText(save.error)}>
        <Input type="datetime-local" value={value} onChange={({ target }) => setValue(target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          look="ink"
          size="sm"
          className="min-h-10 px-4"
          busy={save.isPending}
          disabled={at === null}
          onClick={() => at !== null && save.mutate(new Date(at).toISOString())}
        >
          Save end
        </Button>
        {pick.pick_until && (
          <Button look="outline" size="sm" className="min-h-10" onClick={() => save.mutate(null)}>
            No end
          </Button>
        )}
        <Button look="quiet" size="sm" className="min-h-10" onClick={() => setValue(null)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function failureText(cause: Error | null): string | undefined {
  if (!cause) return undefined;
  return cause instanceof ApiProblem ? (cause.fields.ends ?? cause.error) : 'The end was not saved. Try again.';
}
