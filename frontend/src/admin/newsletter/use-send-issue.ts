import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import toast from 'react-hot-toast';
import { hasUnknownOutcome, isKeyReused } from '../../api/idempotency-key';
import { randomId } from '../../api/random-id';
import type { Issue } from '../../api/types';
import { reloadIssues, sendIssue, sendTest, showIssue } from './api';
import { autosaveIssue, type IssueValues } from './autosaved-issues';
import type { useIssueErrors } from './use-issue-errors';

type SendIssueOptions = {
  form: UseFormReturn<IssueValues>;
  errors: ReturnType<typeof useIssueErrors>;
  autosaveKey: string;
  onSent: (issue: Issue) => void;
};

/** Sends the issue exactly once (idempotent), even if responses are lost. */
export function useSendIssue({ form, errors, autosaveKey, onSent }: SendIssueOptions) {
  const client = useQueryClient();
  const [sending, setSending] = useState(false);
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
    setSending(true);
    errors.clear();
    try {
      const { issue } = await sendIssue(getValues(), key.current);
      mayBeQueued.current = false;
      // Autosaved with the issue's id first, so that a reload in the undo period loses nothing.
      autosaveIssue(autosaveKey, getValues(), issue.id);
      onSent(issue);
      await showIssue(client, issue);
      toast.success(getValues('send_at') == null ? 'Newsletter sent successfully' : 'Newsletter scheduled');
    } catch (cause) {
      if (hasUnknownOutcome(cause)) mayBeQueued.current = true;
      if (isKeyReused(cause)) {
        mayBeQueued.current = false;
        void reloadIssues(client); // the earlier issue is in the list, and can be undone there
      }
      errors.show(cause, 'Failed to send newsletter');
    } finally {
      setSending(false);
    }
  }

  return { send, sending, renewKey: () => renew(key) };
}

function renew(key: RefObject<string>): void {
  key.current = randomId();
}

/** Sends a test mail of the issue to the signed-in account. */
export function useSendTest({ getValues }: UseFormReturn<IssueValues>, errors: ReturnType<typeof useIssueErrors>) {
  const [testing, setTesting] = useState(false);

  async function test() {
    setTesting(true);
    errors.clear();
    try {
      toast.success((await sendTest(getValues())).message);
    } catch (cause) {
      errors.show(cause, 'Failed to send the test');
    } finally {
      setTesting(false);
    }
  }

  return { test, testing };
}
