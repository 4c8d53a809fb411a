import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, Image, Newspaper } from 'lucide-react';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { TrashEntry } from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { deleteForever, reloadTrash, trashQuery } from '../calls/trash';
import { FilterSelect } from '../list/address-filter-form';
import { CursorList } from '../list/cursor-list';
import { useListFilter } from '../list/use-list-filter';
import { titleOf } from '../post-values/post-title';
import { useRestore } from '../restore/use-restore';
import { ScreenTitle } from '../screen/screen-title';
import { isAdministrator } from '../session/staff-session';
import { age } from '../time/age';
import { formatMoment } from '../time/publication-time';

const KINDS = {
  post: { one: 'Post', many: 'Posts', Icon: Newspaper },
  page: { one: 'Page', many: 'Pages', Icon: FileText },
  media: { one: 'File', many: 'Files', Icon: Image },
} as const;

/** `/admin/trash`: what was deleted within 30 days. The address holds filter and place, so Back goes back. */
export function TrashPage() {
  const client = useQueryClient();
  const { filter, filtered, after, go } = useListFilter(['kind']);
  const query = useQuery(trashQuery(filter.kind, after));
  const [asking, setAsking] = useState<TrashEntry | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes with its row.
  const goToHeading = () => heading.current?.focus();
  const restore = useRestore();
  const remove = useMutation({
    mutationFn: deleteForever,
    onSuccess: () => {
      toast.success('Deleted for good.');
      goToHeading();
    },
    onError: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'Failed to delete');
    },
    onSettled: () => void reloadTrash(client),
  });
  const isBusy = (entry: TrashEntry, mutation: { isPending: boolean; variables?: Pick<TrashEntry, 'kind' | 'id'> }) =>
    mutation.isPending && mutation.variables?.kind === entry.kind && mutation.variables.id === entry.id;

  return (
    <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3 border-b-2 border-rule-strong pb-3">
        <div>
          <ScreenTitle ref={heading} tabIndex={-1}>
            Trash
          </ScreenTitle>
          <p className="mt-1 text-sm text-ink-2">
            Restored posts and pages are drafts at their old address; files return where they were.
          </p>
        </div>
        <FilterSelect
          label="Show"
          className="w-32"
          value={filter.kind}
          options={Object.entries(KINDS).map(([kind, { many }]) => [kind, many])}
          onChoose={(kind) => go({ kind })}
        />
      </div>
      <CursorList
        query={query}
        of="the trash"
        failure="Failed to load the trash"
        after={after}
        onGo={(cursor) => go({ after: cursor })}
        onRetry={() => void query.refetch()}
        summary={({ data }) => summary(data.length, filtered)}
      >
        {(entries) => (
          <ul aria-label="Trash">
            {entries.map((entry) => (
              <TrashRow
                key={`${entry.kind}-${entry.id}`}
                entry={entry}
                restoring={isBusy(entry, restore)}
                deleting={isBusy(entry, remove)}
                onRestore={() => restore.mutate(entry, { onSuccess: goToHeading })}
                onDelete={isAdministrator() ? () => setAsking(entry) : undefined}
              />
            ))}
          </ul>
        )}
      </CursorList>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={`Delete this ${asking ? KINDS[asking.kind].one.toLowerCase() : ''} for good?`}
        confirmLabel="Delete forever"
        onConfirm={() => {
          if (asking) remove.mutate(asking);
          setAsking(null);
        }}
      >
        “{asking && titleOf(asking)}” cannot be restored afterwards.
      </ConfirmDialog>
    </div>
  );
}

type TrashRowProps = {
  entry: TrashEntry;
  restoring: boolean;
  deleting: boolean;
  onRestore: () => void;
  /** Absent for those who may not. */
  onDelete?: (() => void) | undefined;
};

function TrashRow({ entry, restoring, deleting, onRestore, onDelete }: TrashRowProps) {
  const { one, Icon } = KINDS[entry.kind];
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-b border-rule py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">
          {titleOf(entry)}
          <span className="ms-2 text-xs font-medium text-ink-3">{one}</span>
        </p>
        <p className="text-xs text-ink-2">
          Deleted {entry.trashed_by && <>by {entry.trashed_by}, </>}
          {age(entry.trashed_at)} ago · ends on {formatMoment(entry.ends_at)}
        </p>
      </div>
      <Button
        look="outline"
        size="sm"
        className="min-h-11 px-4"
        busy={restoring}
        aria-label={`Restore ${titleOf(entry)}`}
        onClick={onRestore}
      >
        {restoring ? 'Restoring...' : 'Restore'}
      </Button>
      {onDelete && (
        <Button look="quiet" size="sm" className="min-h-11 text-danger" busy={deleting} onClick={onDelete}>
          {deleting ? 'Deleting...' : 'Delete forever'}
          <span className="sr-only"> {titleOf(entry)}</span>
        </Button>
      )}
    </li>
  );
}

function summary(count: number, filtered: boolean): string {
  if (count > 0) return 'The last deleted first.';
  if (filtered) return 'There are none of these in the trash.';
  return 'The trash is empty. What you delete stays here for 30 days before it is gone.';
}
