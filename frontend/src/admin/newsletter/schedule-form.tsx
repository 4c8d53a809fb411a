import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { NewsletterSchedule } from '../../api/types';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { setAfterChange } from '../after-change';
import { saveSchedule, scheduleQuery } from '../calls/newsletter';
import { ErrorLine } from '../screen/error-line';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';

/** When the daily newsletter goes out by itself. */
export function ScheduleForm() {
  const { data, isError, isFetching, refetch } = useQuery(scheduleQuery);
  return (
    <section aria-labelledby="schedule-title">
      <h2 id="schedule-title" className="border-b-2 border-rule-strong pb-3 text-xl font-semibold tracking-tight">
        Daily newsletter
      </h2>
      {data && <Fields saved={data} />}
      {isError && !data && (
        <ErrorLine className="py-3" busy={isFetching} onRetry={() => refetch()}>
          Failed to load the schedule.
        </ErrorLine>
      )}
    </section>
  );
}

function Fields({ saved }: { saved: NewsletterSchedule }) {
  const client = useQueryClient();
  const [enabled, setEnabled] = useState(saved.enabled);
  const [time, setTime] = useState(saved.time);
  const [minimum, setMinimum] = useState(String(saved.minimum));
  const changed = enabled !== saved.enabled || time !== saved.time || minimum !== String(saved.minimum);
  useUnsavedChanges(changed);
  const save = useMutation({
    mutationFn: saveSchedule,
    onSuccess: async (schedule) => {
      await setAfterChange(client, scheduleQuery, schedule);
      setTime(schedule.time);
      setMinimum(String(schedule.minimum));
      toast.success('Schedule saved');
    },
    onError: (cause) => {
      console.error(cause);
      toast.error('Failed to save the schedule');
    },
  });
  const problem = save.error instanceof ApiProblem ? save.error : null;

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    save.mutate({ enabled, time, minimum: Number(minimum) || 0 });
  }

  return (
    <form noValidate aria-labelledby="schedule-title" onSubmit={submit} className="grid gap-5 pt-4">
      <Checkbox
        label="Send a newsletter every day"
        hint="The digest of what became public since the last one, as it stands above. Nobody looks at it first; it can be taken back for a minute."
        checked={enabled}
        onCheckedChange={(checked) => setEnabled(checked === true)}
      />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <Field
          label="Time of day"
          hint="In the publication’s time zone."
          error={problem?.fields.time}
          required
          className="w-36"
        >
          <Input type="time" value={time} onChange={(event) => setTime(event.target.value)} />
        </Field>
        <Field
          label="New posts at least"
          hint="With fewer there is none that day."
          error={problem?.fields.minimum}
          required
          className="w-56"
        >
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={20}
            value={minimum}
            onChange={(event) => setMinimum(event.target.value)}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="ink" busy={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save schedule'}
        </Button>
        <ErrorLine>{problem?.error}</ErrorLine>
        {changed && !save.isPending && <p className="text-sm text-ink-3">Not saved yet</p>}
      </div>
    </form>
  );
}
