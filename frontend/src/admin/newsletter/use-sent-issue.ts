import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isInProgress, issueQuery } from '../calls/newsletter';

type SentIssueOptions = {
  /** The issue that the text went into and that can still be undone. */
  sentAs: number | null;
  onUndone: () => void;
  /** Sending has started: it cannot be undone any more. */
  onStarted: () => void;
};

/** Undo period: polls the issue until it is undone or sending starts. True before either. */
export function useSentIssue({ sentAs, onUndone, onStarted }: SentIssueOptions): boolean {
  const sent = useQuery({ ...issueQuery(sentAs ?? 0), enabled: sentAs !== null }).data;
  const status = sentAs === null ? undefined : sent?.status;
  const onSettled = useEffectEvent(() => (status === 'undone' ? onUndone() : onStarted()));
  useEffect(() => {
    if (status && status !== 'waiting') onSettled();
  }, [status]);
  return sentAs !== null && (!sent || isInProgress(sent));
}
