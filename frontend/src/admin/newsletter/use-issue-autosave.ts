import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { DraftVersion } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffEmail } from '../session/staff-session';
import { newAutosaveKey, removeAutosaved } from '../unsaved-changes/autosave-storage';
import { useAutosave } from '../unsaved-changes/use-autosave';
import {
  autosaveIssue,
  type IssueValues,
  issueFormName,
  RECOVERABLE_ISSUES,
  type RecoverableIssue,
  recoverableIssuesQuery,
} from './autosaved-issues';

/** Autosave of a newsletter, and draft recovery: drafts of this account. `draft`: the saved one that the form is of. */
export function useIssueAutosave(form: UseFormReturn<IssueValues>, draft: DraftVersion | null) {
  const client = useQueryClient();
  const [account] = useState(staffEmail);
  const [key, setKey] = useState(() => newAutosaveKey(issueFormName(account)));
  const { data: allRecoverable = [] } = useQuery(recoverableIssuesQuery(account));
  const write = useCallback((values: IssueValues) => autosaveIssue(key, { values, draft }), [key, draft]);
  const state = useAutosave(form, write);

  function removeOffer(work: RecoverableIssue) {
    client.setQueryData(recoverableIssuesQuery(account).queryKey, (all) =>
      all?.filter((other) => other.key !== work.key),
    );
  }

  return {
    key,
    state,
    recoverable: allRecoverable.filter((work) => work.key !== key),
    /** Keeps what is typed, to be offered by the next form; false where this browser takes nothing. */
    keep: () => {
      const isKept = write(form.getValues());
      void refetchAfterChange(client, { queryKey: [RECOVERABLE_ISSUES] });
      return isKept;
    },
    /** Restores a draft: autosaves overwrite it from now on. */
    resume: (work: RecoverableIssue) => {
      setKey(work.key);
      removeOffer(work);
    },
    discard: (work: RecoverableIssue) => {
      removeAutosaved(work.key);
      removeOffer(work);
    },
  };
}
