import { useState } from 'react';
import type { DraftVersion, Issue, IssueDraft, SavedDraft } from '../../api/types';
import { removeAutosaved } from '../unsaved-changes/autosave-storage';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { type RecoverableIssue, valuesOf } from './autosaved-issues';
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
  /** The issue waits: for its minute to end, or `scheduled`, for its time; then the form is done with it. */
  onSent: (issue: Issue, scheduled: boolean) => void;
  /** What is in the form goes out: it cannot be taken back any more. */
  onStarted: () => void;
};

/** The form of a newsletter, with all that keeps what is typed: autosave, draft, and the minute to undo. */
export function useComposeForm({ digest, opened, onSent, onStarted }: ComposeFormOptions) {
  const issue = useIssueValues(valuesOf(digest, opened));
  const { form, fill } = issue;
  /** The saved draft that the form is of. */
  const [linked, setLinked] = useState<DraftVersion | null>(opened && { id: opened.id, version: opened.version });
  /** The issue that the text went into and that can be taken back for a minute. */
  const [sentAs, setSentAs] = useState<number | null>(null);
  useUnsavedChanges(form.formState.isDirty);
  const autosave = useIssueAutosave(form, linked);
  const errors = useIssueErrors(form);
  const testing = useSendTest(form, errors);
  const saving = useSaveDraft({ form, errors, autosaveKey: autosave.key, onLinked: setLinked });
  const sending = useSendIssue({
    form,
    errors,
    draft: linked,
    onSent: (sent) => {
      // Sending is a save: taken back, it is a draft that everyone sees.
      removeAutosaved(autosave.key);
      form.reset(form.getValues());
      setLinked(sent.draft);
      const scheduled = form.getValues('send_at') != null;
      if (!scheduled) setSentAs(sent.id);
      onSent(sent, scheduled);
    },
    onDraftProblem: saving.showDraftProblem,
  });
  const waits = useSentIssue({
    sentAs,
    onUndone: () => {
      sending.renewKey();
      setSentAs(null);
    },
    onStarted,
  });

  function restore(work: RecoverableIssue) {
    fill(work.values);
    setLinked(work.draft ?? null);
    autosave.resume(work);
  }

  return { ...issue, linked, autosave, errors, testing, saving, sending, waits, restore };
}
