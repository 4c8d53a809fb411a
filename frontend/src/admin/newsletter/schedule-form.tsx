import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { NewsletterScheduleView } from '../../api/types';
import { zonePlace } from '../../site/format/zone-place';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { setAfterChange } from '../after-change';
import { draftQuery, saveSchedule, scheduleQuery } from '../calls/newsletter';
import { ErrorLine } from '../screen/error-line';
import { showOutcome } from '../screen/outcome-toast';
import { formatAhead, formatMoment } from '../time/publication-time';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { subscribers } from './issue-labels';

/** When the daily newsletter goes out by itself. */
export function ScheduleForm() {
  const { data, isError, isFetching, refetch } = useQuery(scheduleQuery);
  return (
    <section aria-labelledby="schedule-title">
      <h2 id="schedule-title" className="border-b-2 border-rule-strong pb-3 text-xl font-semibold tracking-tight">
        Daily newsletter
      </h2>
      {data?.next_at && <Next at={data.next_at} minimum={data.minimum} />}
      {data && <Fields saved={data} />}
      {isError && !data && (
        <ErrorLine className="py-3" busy={isFetching} onRetry={() => refetch()}>
          Failed to load the schedule.
        </ErrorLine>
      )}
    </section>
  );
}

/** When the next one goes out, and what stands in it so far. */
function Next({ at, minimum }: { at: string; minimum: number }) {
  const { data: digest } = useQuery(draftQuery);
  const fresh = digest?.stories.filter(({ is_new }) => is_new) ?? [];
  const enough = digest && digest.posts >= minimum;
  return (
    <section aria-labelledby="next-title" className="mt-4 rounded-md bg-sunk px-4 py-3 text-sm">
      <h3 id="next-title" className="font-semibold">
        The next one goes out {formatAhead(at)}
      </h3>
      {digest && (
        <p className="mt-1 max-w-[60ch] text-ink-2">
          {postCount(digest.posts)} new so far, for {subscribers(digest.audience)}.{' '}
          {!enough && `It goes out only if ${minimum === 1 ? '1 post is' : `${minimum} posts are`} new by then.`}
        </p>
      )}
      {fresh.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {fresh.slice(0, SHOWN).map(({ slug, title }) => (
            <li key={slug} className="font-serif wrap-anywhere">
              {title}
            </li>
          ))}
        </ul>
      )}
      {digest && digest.posts > Math.min(fresh.length, SHOWN) && (
        <p className="mt-1 text-ink-2">and {digest.posts - Math.min(fresh.length, SHOWN)} more</p>
      )}
    </section>
  );
}

/** Titles of the next one that are named. */
const SHOWN = 5;

const postCount = (count: number) => (count === 1 ? '1 post is' : `${count} posts are`);

const scheduleOutcome = ({ enabled, next_at }: NewsletterScheduleView) =>
  enabled && next_at ? `The next issue goes out ${formatMoment(next_at)}.` : 'No issue goes out by itself.';

function Fields({ saved }: { saved: NewsletterScheduleView }) {
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
      showOutcome({ message: 'Schedule saved', details: [scheduleOutcome(schedule)] });
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
        hint="It holds the posts that were published since the last one. It is sent without a check; you can take it back for a minute."
        checked={enabled}
        onCheckedChange={(checked) => setEnabled(checked === true)}
      />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <Field
          label="Time of day"
          hint={`In ${zonePlace()} time.`}
          error={problem?.fields.time}
          required
          className="w-44"
        >
          <Input type="time" value={time} onChange={(event) => setTime(event.target.value)} />
        </Field>
        <Field
          label="New posts at least"
          hint="With fewer, none goes out that day."
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
