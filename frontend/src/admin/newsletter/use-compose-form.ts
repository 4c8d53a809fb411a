import { useState } from 'react';
import type { DraftVersion, Issue, IssueDraft, SavedDraft } from '../../api/types';
import { removeAutosaved } from '../unsaved-changes/autosave-storage';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { autosaveIssue, type RecoverableIssue, valuesOf } from './autosaved-issues';
import { useIssueAutosave } from './use-issue-autosave';
import { useIssueErrors } from './use-issue-errors';
import { useIssueValues } from './use-issue-values';
import { useSaveDraft } from './use-save-draft';
import { useSendIssue, useSendTest } from './use-send-issue';
import { useSentIssue } from './use-sent-issue';

export type ComposeFormOptions = {
  /** Read once; another digest or another `opened` needs another `key`. */
  digest: IssueDraft;
  /** The saved draft that the form begins with. */
  opened: SavedDraft | null;
  /** The issue waits for its minute to end. */
  onSent: (issue: Issue) => void;
  /** What is in the form goes out: it cannot be taken back any more. */
  onStarted: () => void;
};

/** The form of a newsletter, with all that keeps what is typed: autosave, draft, and the minute to undo. */
export function useComposeForm({ digest, opened, onSent, onStarted }: ComposeFormOptions) {
  const issue = useIssueValues(valuesOf(digest, opened));
  const { form, fill } = issue;
  /** The saved draft that the form is of. */
  const [linked, setLinked] = useState<DraftVersion | null>(opened && { id: opened.id, version: opened.version });
  /** The issue that the text went into and that can still be undone. */
  const [sentAs, setSentAs] = useState<number | null>(null);
  useUnsavedChanges(form.formState.isDirty && sentAs === null);
  const autosave = useIssueAutosave(form, { sentAs, draft: linked });
  const errors = useIssueErrors(form);
  const testing = useSendTest(form, errors);
  const saving = useSaveDraft({ form, errors, autosaveKey: autosave.key, onLinked: setLinked });
  const sending = useSendIssue({
    form,
    errors,
    draft: linked,
    onSent: (sent) => {
      // Sending counts as a save: undone, the draft is there again in its next version.
      const next = linked && { ...linked, version: linked.version + 1 };
      autosaveIssue(autosave.key, { values: form.getValues(), issueId: sent.id, draft: next });
      setLinked(next);
      setSentAs(sent.id);
      onSent(sent);
    },
    onDraftProblem: saving.showDraftProblem,
  });
  const waits = useSentIssue({
    sentAs,
    onUndone: () => {
      sending.renewKey();
      autosaveIssue(autosave.key, { values: form.getValues(), issueId: null, draft: linked });
      setSentAs(null);
    },
    onStarted: () => {
      removeAutosaved(autosave.key);
      onStarted();
    },
  });

  function restore(work: RecoverableIssue) {
    fill(work.values);
    setLinked(work.draft ?? null);
    autosave.resume(work);
  }

  return { ...issue, linked, autosave, errors, testing, saving, sending, waits, restore };
}
