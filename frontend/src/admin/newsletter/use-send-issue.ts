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

/** Sends the issue once, whatever happens to the answers. */
export function useSendIssue({ form, errors, autosaveKey, onSent }: SendIssueOptions) {
  const client = useQueryClient();
  const [sending, setSending] = useState(false);
  const { watch, getValues } = form;
  /** Idempotency key: sent again under it after a lost answer, it is the same issue. */
  const key = useRef(randomId());
  /** Whether an issue of this key may wait to go out, although no answer said so. */
  const mayWait = useRef(false);

  useEffect(
    () =>
      watch(() => {
        // Another text is another issue, unless this one may be on its way: then the server tells.
        if (!mayWait.current) renew(key);
      }).unsubscribe,
    [watch],
  );

  async function send() {
    setSending(true);
    errors.clear();
    try {
      const { issue } = await sendIssue(getValues(), key.current);
      mayWait.current = false;
      // Under the issue's name before anything else happens: a reload within the minute loses nothing.
      autosaveIssue(autosaveKey, getValues(), issue.id);
      onSent(issue);
      showIssue(client, issue);
      toast.success('Newsletter sent successfully');
    } catch (cause) {
      if (hasUnknownOutcome(cause)) mayWait.current = true;
      if (isKeyReused(cause)) {
        mayWait.current = false;
        void reloadIssues(client); // what was sent before stands in the list, to be undone
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

/** Mails the issue to oneself alone. */
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
