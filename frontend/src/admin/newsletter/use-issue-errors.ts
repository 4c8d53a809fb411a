import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { IssueValues } from './autosaved-issues';

/** Errors of a send or a test: the one beside the buttons, and those of the fields. Typing on clears them. */
export function useIssueErrors({ watch, setError, clearErrors }: UseFormReturn<IssueValues>) {
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(
    () =>
      watch(() => {
        setFailure(null);
        clearErrors();
      }).unsubscribe,
    [watch, clearErrors],
  );

  return {
    failure,
    clear: () => setFailure(null),
    show: (cause: unknown, title: string) => {
      console.error(cause);
      toast.error(title);
      setFailure(cause instanceof ApiProblem ? cause.error : title);
      if (!(cause instanceof ApiProblem)) return;
      for (const name of ['topic', 'subject', 'preheader', 'html', 'send_at'] as const) {
        const message = cause.fields[name];
        if (message) setError(name, { message });
      }
    },
  };
}
