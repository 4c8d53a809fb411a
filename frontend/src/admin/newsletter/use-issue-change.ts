import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import { refetchAfterChange } from '../after-change';
import { changeIssue, type IssueAction, issueQuery, reloadIssues, showIssue } from '../calls/newsletter';
import { showOutcome } from '../screen/outcome-toast';

const WHAT_CAME: Record<IssueAction, string> = {
  undo: 'It is among the drafts again; nobody was e-mailed.',
  pause: 'Who was not e-mailed yet waits.',
  'resend-uncertain': 'They are e-mailed once more.',
  resume: 'The others are e-mailed now.',
};

/** Takes an issue back, pauses it, lets it go on. */
export function useIssueChange(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: IssueAction) => changeIssue(id, action),
    onSuccess: async ({ message, issue }, action) => {
      await showIssue(client, issue);
      showOutcome({ message, details: [WHAT_CAME[action]] });
    },
    // Somebody else or the end of the undo period was faster: refetches the present state.
    onError: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'Something went wrong. Try again.');
      void refetchAfterChange(client, issueQuery(id));
      void reloadIssues(client);
    },
  });
}
