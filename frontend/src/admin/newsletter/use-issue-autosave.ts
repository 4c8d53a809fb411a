import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { staffEmail } from '../session/staff-session';
import { newAutosaveKey, removeAutosaved } from '../unsaved-changes/autosave-storage';
import { useAutosave } from '../unsaved-changes/use-autosave';
import {
  autosaveIssue,
  type IssueValues,
  issueFormName,
  type RecoverableIssue,
  recoverableIssuesQuery,
} from './autosaved-issues';

/**
 * Autosave of a newsletter, and draft recovery: what this account left behind. `sentAs`: the issue that can be undone.
 */
export function useIssueAutosave(form: UseFormReturn<IssueValues>, sentAs: number | null) {
  const client = useQueryClient();
  const [account] = useState(staffEmail);
  const [key, setKey] = useState(() => newAutosaveKey(issueFormName(account)));
  const { data: everyLeft = [] } = useQuery(recoverableIssuesQuery(client, account));
  const write = useCallback((values: IssueValues) => autosaveIssue(key, values, sentAs), [key, sentAs]);
  const state = useAutosave(form, write);

  function offerNoMore(work: RecoverableIssue) {
    client.setQueryData(recoverableIssuesQuery(client, account).queryKey, (all) =>
      all?.filter((other) => other.key !== work.key),
    );
  }

  return {
    key,
    state,
    left: everyLeft.filter((work) => work.key !== key),
    /** Goes on where the work was left: what is typed from now on is written over it. */
    resume: (work: RecoverableIssue) => {
      setKey(work.key);
      offerNoMore(work);
    },
    discard: (work: RecoverableIssue) => {
      removeAutosaved(work.key);
      offerNoMore(work);
    },
  };
}
