import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { ListedDraft, SavedDraft } from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { deleteDraft, openDraft, reloadDrafts, savedDraftsQuery } from '../calls/newsletter';
import { ErrorLine } from '../screen/error-line';
import { showOutcome } from '../screen/outcome-toast';
import { formatMoment } from '../time/publication-time';

/** Drafts shown before somebody asks for all; the one in the form always is. */
const SHOWN = 3;

type SavedDraftListProps = {
  /** The draft that is in the form. */
  openId: number | null;
  onOpen: (draft: SavedDraft) => void;
  onDeleted: (id: number) => void;
};

/** What the newsroom has begun to write, the last saved first. Nothing where there is none. */
export function SavedDraftList({ openId, onOpen, onDeleted }: SavedDraftListProps) {
  const client = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(savedDraftsQuery);
  const [all, setAll] = useState(false);
  const [asking, setAsking] = useState<ListedDraft | null>(null);
  /** Somebody else was faster: the list is read anew. */
  const onError = (cause: unknown) => {
    console.error(cause);
    toast.error(cause instanceof ApiProblem ? cause.error : 'Something went wrong. Try again.');
    void reloadDrafts(client);
  };
  const open = useMutation({ mutationFn: openDraft, onSuccess: onOpen, onError });
  const remove = useMutation({
    mutationFn: deleteDraft,
    onSuccess: ({ message }, id) => {
      showOutcome({ message, details: ['Nobody was e-mailed.'] });
      onDeleted(id);
      void reloadDrafts(client);
    },
    onError,
  });
  const drafts = data?.data ?? [];
  if (drafts.length === 0 && !isError) return null;
  const shown = drafts.filter(({ id }, index) => all || index < SHOWN || id === openId);

  return (
    <section aria-labelledby="drafts-title">
      <h2 id="drafts-title" className="border-b-2 border-rule-strong pb-3 text-xl font-semibold tracking-tight">
        Drafts
      </h2>
      {isError && (
        <ErrorLine className="py-3" busy={isFetching} onRetry={() => refetch()}>
          Failed to load the drafts.
        </ErrorLine>
      )}
      <ul aria-labelledby="drafts-title">
        {shown.map((draft) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            isOpen={draft.id === openId}
            isOpening={open.isPending && open.variables === draft.id}
            onOpen={() => open.mutate(draft.id)}
            onDelete={() => setAsking(draft)}
          />
        ))}
      </ul>
      {drafts.length > shown.length && (
        <Button look="quiet" size="sm" className="mt-2 min-h-11" onClick={() => setAll(true)}>
          Show {drafts.length - shown.length} more
        </Button>
      )}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(stays) => !stays && setAsking(null)}
        title={`Delete “${asking ? titleOf(asking) : ''}”?`}
        confirmLabel="Delete draft"
        onConfirm={() => {
          if (asking) remove.mutate(asking.id);
          setAsking(null);
        }}
      >
        It is deleted for everyone in the newsroom, and cannot be restored.
        {asking?.id === openId && ' What is in the form stays there.'}
      </ConfirmDialog>
    </section>
  );
}

type DraftRowProps = {
  draft: ListedDraft;
  isOpen: boolean;
  isOpening: boolean;
  onOpen: () => void;
  onDelete: () => void;
};

function DraftRow({ draft, isOpen, isOpening, onOpen, onDelete }: DraftRowProps) {
  const title = titleOf(draft);
  return (
    <li
      aria-current={isOpen || undefined}
      className="flex items-center justify-between gap-x-2 border-b border-rule py-3"
    >
      <div className="min-w-0 flex-1">
        <p className="font-serif leading-snug font-semibold wrap-anywhere">{title}</p>
        <p className="text-xs text-ink-3">
          Saved {draft.saved_by && <>by {draft.saved_by}, </>}
          {formatMoment(draft.saved_at)}
        </p>
      </div>
      {isOpen ? (
        <p className="px-1 text-sm font-semibold whitespace-nowrap text-ember">In the form</p>
      ) : (
        <Button
          look="outline"
          size="sm"
          className="min-h-9"
          busy={isOpening}
          aria-label={`Open ${title}`}
          onClick={onOpen}
        >
          {isOpening ? 'Opening...' : 'Open'}
        </Button>
      )}
      <Button look="quiet" size="sm" className="min-h-9" aria-label={`Delete ${title}`} onClick={onDelete}>
        Delete
      </Button>
    </li>
  );
}

function titleOf({ subject }: ListedDraft): string {
  return subject || 'Untitled';
}
