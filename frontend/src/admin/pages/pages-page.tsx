import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link } from 'react-router';
import type { AdminPageCard } from '../../api/types';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showDeletedToast } from '../restore/deleted-toast';
import { useRestore } from '../restore/use-restore';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { formatDay } from '../time/publication-time';
import { deletePage, PAGES_PER_LIST, pageListQuery, refOf, reloadPages } from './api';

/** `/admin/pages`: the pages of the site. */
export function PagesPage() {
  const client = useQueryClient();
  const [number, setNumber] = useState(1);
  const { data, isError, isPending, refetch } = useQuery(pageListQuery(number));
  const [asking, setAsking] = useState<AdminPageCard | null>(null);
  const restore = useRestore();
  const remove = useMutation({
    mutationFn: (page: AdminPageCard) => deletePage(refOf(page)),
    onSuccess: ({ message }, { key, id }) => {
      if (key === null && id !== null) {
        const details = ['It lies in the trash for 30 days.'];
        showDeletedToast({ message, details, onUndo: () => restore.mutate({ kind: 'page', id }) });
      } else toast.success(message);
      void reloadPages(client);
    },
    onError: (cause) => {
      console.error(cause);
      toast.error('Failed to delete page');
    },
  });
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / PAGES_PER_LIST));

  return (
    <div className="mx-auto max-w-4xl">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b-2 border-rule-strong pb-3">
        <ScreenTitle>Pages</ScreenTitle>
        <Link to="/admin/pages/new" className={buttonLook()}>
          New page
        </Link>
      </div>
      {isPending && <p className="py-10 text-sm text-ink-2">Loading pages…</p>}
      {isError && (
        <ErrorLine className="py-6" onRetry={() => refetch()}>
          Failed to load the pages.
        </ErrorLine>
      )}
      <ul aria-label="Pages">
        {data?.data.map((page) => (
          <PageRow key={refOf(page)} page={page} onRemove={() => setAsking(page)} />
        ))}
      </ul>
      {last > 1 && (
        <nav aria-label="Pages of the list" className="flex items-center justify-between gap-4 pt-4">
          <Button look="outline" disabled={number <= 1} onClick={() => setNumber(number - 1)}>
            Prev
          </Button>
          <p className="text-sm text-ink-2 tabular-nums" aria-live="polite">
            Page {number} of {last}
          </p>
          <Button look="outline" disabled={number >= last} onClick={() => setNumber(number + 1)}>
            Next
          </Button>
        </nav>
      )}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={asking?.key ? 'Bring the original words back?' : 'Delete this page?'}
        confirmLabel={asking?.key ? 'Bring back' : 'Delete'}
        onConfirm={() => {
          if (asking) remove.mutate(asking);
          setAsking(null);
        }}
      >
        {asking?.key
          ? 'Your changes to this page are deleted, with their history, and cannot be restored.'
          : `“${asking?.name ?? ''}” goes to the trash for 30 days; its address says that it was taken down.`}
      </ConfirmDialog>
    </div>
  );
}

function PageRow({ page, onRemove }: { page: AdminPageCard; onRemove: () => void }) {
  const isOriginal = page.id === null;
  return (
    <li className="flex items-center gap-x-3 border-b border-rule py-2">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          <Link to={`/admin/pages/${refOf(page)}`} className="underline-offset-4 hover:underline">
            {page.name}
          </Link>
        </p>
        <p className="text-xs text-ink-2 wrap-anywhere">
          {page.path}
          {' · '}
          {page.status === 'draft' ? 'Draft' : 'Published'}
          {' · '}
          {page.updated_at ? `changed ${formatDay(page.updated_at)}` : 'original words'}
        </p>
      </div>
      <Link
        to={`/admin/pages/${refOf(page)}`}
        className={buttonLook({ look: 'outline', size: 'sm', className: 'min-h-10 px-4' })}
      >
        Edit<span className="sr-only"> {page.name}</span>
      </Link>
      {!isOriginal && (
        <Button look="quiet" size="sm" className="min-h-10 text-danger" onClick={onRemove}>
          {page.key ? 'Reset' : 'Delete'}
          <span className="sr-only"> {page.name}</span>
        </Button>
      )}
    </li>
  );
}
