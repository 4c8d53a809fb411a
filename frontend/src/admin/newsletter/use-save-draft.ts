import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { isKeyReused } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import type { DraftVersion, SavedDraft } from '../../api/types';
import { createDraft, reloadDrafts, reloadIssues, updateDraft } from '../calls/newsletter';
import { showOutcome } from '../screen/outcome-toast';
import { removeAutosaved, uniquePartOf } from '../unsaved-changes/autosave-storage';
import type { IssueValues } from './autosaved-issues';
import type { useIssueErrors } from './use-issue-errors';

const FAILED = 'Failed to save the draft';
/** Version of a new draft. */
const FIRST_VERSION = 1;
const EMPTY: IssueValues = { subject: '', preheader: '', html: '', until: undefined, topic: '', send_at: null };

type SaveDraftOptions = {
  form: UseFormReturn<IssueValues>;
  errors: ReturnType<typeof useIssueErrors>;
  autosaveKey: string;
  onLinked: (draft: DraftVersion | null) => void;
};

/** Saves the form as a draft that the whole newsroom sees, with optimistic concurrency. */
export function useSaveDraft({ form, errors, autosaveKey, onLinked }: SaveDraftOptions) {
  const client = useQueryClient();
  const [isPending, setIsPending] = useState(false);
  /** The draft as somebody else saved it meanwhile. */
  const [conflict, setConflict] = useState<SavedDraft | null>(null);
  /** Whether the draft was sent or deleted while it was open here. */
  const [isGone, setIsGone] = useState(false);

  /** `base`: the draft that the form is of; null: a new one. */
  async function save(base: DraftVersion | null) {
    setIsPending(true);
    setConflict(null);
    errors.clear();
    const values = { ...form.getValues() };
    try {
      // The key is autosaved with the text: after a reload it is still the same draft.
      finish(await (base ? updateDraft(base, values) : createDraft(values, uniquePartOf(autosaveKey))), values);
    } catch (cause) {
      if (isKeyReused(cause) && hasCurrent(cause)) {
        // An earlier request created it with other words: changes it, with the usual conflict check.
        const created = { id: cause.body.current.id, version: FIRST_VERSION };
        onLinked(created);
        return save(created);
      }
      if (!showDraftProblem(cause, FAILED)) errors.show(cause, FAILED);
    } finally {
      setIsPending(false);
    }
  }

  function finish({ id, version }: SavedDraft, values: IssueValues) {
    removeAutosaved(autosaveKey);
    onLinked({ id, version });
    setIsGone(false);
    becomeUnsavedSince(form, values);
    showOutcome({ message: 'Draft saved', details: ['Nobody is e-mailed before you send it.'] });
    void reloadDrafts(client);
  }

  /** What a save or a send was told of its draft; false where it was told something else. */
  function showDraftProblem(cause: unknown, title: string): boolean {
    if (!(cause instanceof ApiProblem)) return false;
    if (cause.code === 'issue_draft.changed' && hasCurrent(cause)) {
      setConflict(cause.body.current);
      return true;
    }
    if (cause.code !== 'issue_draft.not_found') return false;
    detach();
    errors.show(cause, title);
    void reloadDrafts(client);
    void reloadIssues(client);
    return true;
  }

  /** The draft is gone: the form goes on as one that is not saved anywhere. */
  function detach() {
    onLinked(null);
    setIsGone(true);
    becomeUnsavedSince(form, EMPTY);
  }

  return { save, isPending, isGone, conflict, closeConflict: () => setConflict(null), showDraftProblem, detach };
}

/** What is in the form stays, and is unsaved where it differs from `saved`. */
function becomeUnsavedSince(form: UseFormReturn<IssueValues>, saved: IssueValues) {
  form.reset(saved, { keepValues: true });
  form.setValue('html', form.getValues('html'), { shouldDirty: true });
}

function hasCurrent(cause: ApiProblem): cause is ApiProblem & { body: { current: SavedDraft } } {
  return typeof (cause.body as { current?: Partial<SavedDraft> } | null)?.current?.version === 'number';
}
