import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { hasUnknownOutcome, isKeyReused } from '../../api/idempotency-key';
import { randomId } from '../../api/random-id';
import type { DraftVersion, Issue } from '../../api/types';
import { reloadIssues, sendIssue, sendTest, showIssue } from '../calls/newsletter';
import { showOutcome } from '../screen/outcome-toast';
import { formatAhead } from '../time/publication-time';
import type { IssueValues } from './autosaved-issues';
import { subscribers } from './issue-labels';
import type { useIssueErrors } from './use-issue-errors';

type SendIssueOptions = {
  form: UseFormReturn<IssueValues>;
  errors: ReturnType<typeof useIssueErrors>;
  /** The saved draft that is sent. */
  draft: DraftVersion | null;
  /** Before anything else, so that a reload in the undo period loses nothing. */
  onSent: (issue: Issue) => void;
  /** Answers whether the problem is one of the draft, and was shown. */
  onDraftProblem: (cause: unknown, title: string) => boolean;
};

const FAILED = 'Failed to send newsletter';

/** Sends the issue exactly once (idempotent), even if responses are lost. */
export function useSendIssue({ form, errors, draft, onSent, onDraftProblem }: SendIssueOptions) {
  const client = useQueryClient();
  const [isPending, setIsPending] = useState(false);
  const { watch, getValues } = form;
  /** Idempotency key: a retry after a lost response is the same issue. */
  const key = useRef(randomId());
  /** Whether an issue with this key may be queued: the outcome of the request is unknown. */
  const mayBeQueued = useRef(false);

  useEffect(
    () =>
      watch(() => {
        // Another text is another issue, unless this one may be queued: then the server decides.
        if (!mayBeQueued.current) renew(key);
      }).unsubscribe,
    [watch],
  );

  async function send() {
    setIsPending(true);
    errors.clear();
    try {
      const { issue } = await sendIssue({ ...getValues(), draft: draft ?? undefined }, key.current);
      mayBeQueued.current = false;
      onSent(issue);
      await showIssue(client, issue);
      showOutcome(sentOutcome(issue, getValues('send_at') != null));
    } catch (cause) {
      if (hasUnknownOutcome(cause)) mayBeQueued.current = true;
      if (isKeyReused(cause)) {
        mayBeQueued.current = false;
        void reloadIssues(client); // the earlier issue is in the list, and can be undone there
      }
      if (!onDraftProblem(cause, FAILED)) errors.show(cause, FAILED);
    } finally {
      setIsPending(false);
    }
  }

  return { send, isPending, renewKey: () => renew(key) };
}

function sentOutcome({ total, topics, starts_at, server_now }: Issue, isScheduled: boolean) {
  const readers = `${subscribers(total)}${topics.length > 0 ? ' of its topics' : ''}`;
  return !isScheduled
    ? { message: 'Newsletter sent successfully', details: [`It goes to ${readers}.`, 'Sent says how far it is.'] }
    : {
        message: 'Newsletter scheduled',
        details: [`It goes to ${readers} on ${formatAhead(starts_at, server_now)}.`, 'Sent takes it back until then.'],
      };
}

function renew(key: RefObject<string>): void {
  key.current = randomId();
}

/** Sends a test mail of the issue to the signed-in account. */
export function useSendTest({ getValues }: UseFormReturn<IssueValues>, errors: ReturnType<typeof useIssueErrors>) {
  const [isPending, setIsPending] = useState(false);

  async function test() {
    setIsPending(true);
    errors.clear();
    try {
      showOutcome({
        message: (await sendTest(getValues())).message,
        details: ['To your own address; no reader gets it.'],
      });
    } catch (cause) {
      errors.show(cause, 'Failed to send the test');
    } finally {
      setIsPending(false);
    }
  }

  return { test, isPending };
}
