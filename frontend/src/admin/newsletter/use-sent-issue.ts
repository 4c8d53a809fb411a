import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { issueQuery, isUnderWay } from './api';

type SentIssueOptions = {
  /** The issue that the text went into and that can still be undone. */
  sentAs: number | null;
  onUndone: () => void;
  /** It goes out: it cannot be taken back any more. */
  onStarted: () => void;
};

/** Undo period: follows the issue that was sent until it is taken back or goes out. True while neither has happened. */
export function useSentIssue({ sentAs, onUndone, onStarted }: SentIssueOptions): boolean {
  const sent = useQuery({ ...issueQuery(sentAs ?? 0), enabled: sentAs !== null }).data;
  const status = sentAs === null ? undefined : sent?.status;
  const settle = useEffectEvent(() => (status === 'undone' ? onUndone() : onStarted()));
  useEffect(() => {
    if (status && status !== 'waiting') settle();
  }, [status]);
  return sentAs !== null && (!sent || isUnderWay(sent));
}
