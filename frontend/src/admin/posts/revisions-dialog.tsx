import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { formatDay, formatTime } from '../time/nairobi-time';
import { revisionQuery, revisionsQuery } from './api';
import type { PostFormValues } from './post-values';
import { comparable, comparableForm, VersionDifferences } from './version-differences';

type RevisionsDialogProps = {
  post: AdminPost;
  /** What the form holds now. */
  current: PostFormValues;
  onRestore: (values: PostFormValues) => void;
  onClose: () => void;
};

/** Every kept save of a post: what differs from the form, and the way back. */
export function RevisionsDialog({ post, current, onRestore, onClose }: RevisionsDialogProps) {
  const { data, isError, isPending } = useQuery(revisionsQuery(post.id));
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = useQuery({ ...revisionQuery(post.id, chosen ?? 0), enabled: chosen !== null });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="History"
      description="Every save of this post. Restoring puts that version into the form, except slug, status and date; readers see it once you save."
      className="max-w-4xl"
    >
      {isPending && <p className="text-sm text-ink-2">Loading the history…</p>}
      {isError && (
        <p role="alert" className="text-sm font-medium text-danger">
          Failed to load the history.
        </p>
      )}
      {data && (
        <ul className="max-h-60 overflow-y-auto border-y border-rule" aria-label="Saves">
          {data.data.map(({ revision, saved_at, saved_by }) => (
            <li key={revision} className="border-b border-rule last:border-0">
              <button
                type="button"
                aria-pressed={revision === chosen}
                onClick={() => setChosen(revision)}
                className="flex min-h-11 w-full flex-wrap items-baseline gap-x-4 gap-y-0.5 rounded-sm px-3 py-2 text-left text-sm hover:bg-sunk aria-pressed:bg-sunk aria-pressed:font-semibold"
              >
                <span className="tabular-nums">
                  {formatDay(saved_at)}, {formatTime(saved_at)}
                </span>
                <span className="text-ink-2 wrap-anywhere">{saved_by ?? 'Imported'}</span>
                {revision === post.revision && <span className="ml-auto text-xs text-ink-2">Opened here</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen !== null && (
        <section aria-label="Differences" aria-live="polite" className="grid gap-4">
          {shown.isPending && <p className="text-sm text-ink-2">Loading this version…</p>}
          {shown.isError && (
            <p role="alert" className="text-sm font-medium text-danger">
              Failed to load this version.
            </p>
          )}
          {shown.data && (
            <>
              <VersionDifferences
                one={comparable(shown.data)}
                other={comparableForm(current, post)}
                names={{ one: 'Then', other: 'In the form now' }}
              />
              <Button className="justify-self-end" onClick={() => onRestore(restored(comparable(shown.data), current))}>
                Restore this version
              </Button>
            </>
          )}
        </section>
      )}
    </Dialog>
  );
}

/** An earlier version must neither move a post to another address nor take it from its readers. */
function restored(then: PostFormValues, now: PostFormValues): PostFormValues {
  return { ...then, slug: now.slug, status: now.status, publish_date: now.publish_date };
}
