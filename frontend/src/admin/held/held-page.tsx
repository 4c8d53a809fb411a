import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { Hold, Released } from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { refetchAfterChange } from '../after-change';
import { statusQuery } from '../calls/status';
import { ErrorLine } from '../screen/error-line';
import { errorText } from '../screen/error-text';
import { ScreenTitle } from '../screen/screen-title';
import { formatMoment } from '../time/publication-time';
import { holdQuery, releaseHold } from './api';

/** `/admin/held`: what waits in a held copy, and its release. For administrators; the server tells others so. */
export function HeldPage() {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(holdQuery);
  const [asking, setAsking] = useState(false);
  const release = useMutation({
    mutationFn: releaseHold,
    onSuccess: ({ message }) => toast.success(message),
    onError: (cause) => {
      console.error(cause);
      toast.error(errorText(cause));
    },
    onSettled: () =>
      Promise.all([holdQuery, statusQuery].map(({ queryKey }) => refetchAfterChange(client, { queryKey }))),
  });

  return (
    <>
      <ScreenTitle>Held copy</ScreenTitle>
      {isPending && <p className="mt-4 text-sm text-ink-2">Loading…</p>}
      {error && (
        <ErrorLine look="box" className="mt-6" onRetry={() => refetch()}>
          {error instanceof ApiProblem && error.status === 403 ? error.error : 'What waits could not be loaded.'}
        </ErrorLine>
      )}
      {data && !data.held && (
        <p className="mt-2 max-w-[60ch] text-ink-2">
          Nothing is held: this site e-mails its readers and takes payments.
        </p>
      )}
      {data?.held && (
        <>
          <p className="mt-2 max-w-[60ch] text-ink-2">
            {data.reason} Until you release it, it e-mails nobody, takes no payments and deletes no files in a bucket,
            and search engines are told to stay away. Posts with a date still become public.
          </p>
          <Waiting hold={data} />
          <Button look="ember" className="mt-8" busy={release.isPending} onClick={() => setAsking(true)}>
            Release this copy
          </Button>
        </>
      )}
      {release.data && <Dropped released={release.data} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Release this copy?"
        confirmLabel="Release"
        onConfirm={() => {
          setAsking(false);
          release.mutate();
        }}
      >
        From then on it sends e-mails and takes payments. If the site that it was copied from still runs, readers hear
        from both.
      </ConfirmDialog>
    </>
  );
}

/** What waits, by kind and age. */
function Waiting({ hold }: { hold: Hold }) {
  return (
    <section aria-labelledby="waiting-title" className="mt-8 max-w-3xl">
      <h2 id="waiting-title" className="border-b-2 border-rule-strong pb-3 text-lg font-semibold">
        What waits
      </h2>
      {hold.waiting.length === 0 && <p className="py-4 text-sm text-ink-2">Nothing waits.</p>}
      <ul>
        {hold.waiting.map(({ label, count, oldest_at, outcome }) => (
          <li key={`${label} ${outcome} ${oldest_at}`} className="grid gap-1 border-b border-rule py-4 sm:grid-cols-2">
            <p>
              {label}: <span className="font-semibold tabular-nums">{count}</span>
              <span className="block text-sm text-ink-2">The oldest is of {formatMoment(oldest_at)}</span>
            </p>
            <p className="text-sm text-ink-2 sm:text-end">{outcome}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Mails that the release dropped: somebody may want to write to these people. */
function Dropped({ released }: { released: Released }) {
  if (released.dropped.length === 0) return null;
  return (
    <section aria-labelledby="dropped-title" className="mt-8 max-w-3xl">
      <h2 id="dropped-title" className="border-b-2 border-rule-strong pb-3 text-lg font-semibold">
        E-mails that were not sent
      </h2>
      <ul>
        {released.dropped.map(({ label, created_at, recipient }) => (
          <li key={`${label} ${created_at} ${recipient}`} className="border-b border-rule py-3">
            <p className="font-semibold wrap-anywhere">{recipient || 'Somebody who is not known any more'}</p>
            <p className="text-sm text-ink-2">
              {label} · {formatMoment(created_at)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
