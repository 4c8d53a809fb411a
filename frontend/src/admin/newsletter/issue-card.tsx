import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { Issue } from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { refetchAfterChange } from '../after-change';
import { changeIssue, type IssueAction, issueQuery, showIssue } from '../calls/newsletter';
import { ErrorLine } from '../screen/error-line';
import { formatMoment, formatTime } from '../time/publication-time';
import { RECOVERABLE_ISSUES } from './autosaved-issues';
import { DeliveryList } from './delivery-list';
import { kindOf, mails, OUTCOMES, SKIPPED, settledCount, subscribers, topicNames } from './issue-labels';
import { IssueReport } from './issue-report';
import { IssueStatus } from './issue-status';
import { useSecondsUntil } from './use-seconds-until';

/** One issue: undo, progress, pause, and the outcomes of its mails. */
export function IssueCard({ id, onClose }: { id: number; onClose?: () => void }) {
  const title = useId();
  const { data: issue, error, isFetching, refetch } = useQuery(issueQuery(id));
  if (!issue) {
    return error ? (
      <ErrorLine busy={isFetching} onRetry={() => refetch()}>
        {error instanceof ApiProblem ? error.error : 'Failed to load the newsletter.'}
      </ErrorLine>
    ) : null;
  }
  return (
    <section aria-labelledby={title} className="grid gap-4 rounded-lg border border-rule bg-raised p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="text-xs text-ink-3">
            {kindOf(issue)}, {formatMoment(issue.created_at)}
            {issue.created_by && `, by ${issue.created_by}`}
          </p>
          <h2 id={title} className="font-serif text-lg font-semibold wrap-anywhere">
            {issue.subject}
          </h2>
        </div>
        <IssueStatus status={issue.status} />
      </div>
      {issue.status === 'waiting' ? <Waiting issue={issue} /> : <Progress issue={issue} />}
      {!['waiting', 'undone', 'skipped'].includes(issue.status) && <IssueReport id={issue.id} />}
      {onClose && issue.status !== 'waiting' && (
        <Button look="quiet" size="sm" className="min-h-9 justify-self-start" onClick={onClose}>
          Close report
        </Button>
      )}
    </section>
  );
}

/** Undo period, before anything is sent. The server says when it ends, so it survives a reload. */
function Waiting({ issue }: { issue: Issue }) {
  const seconds = useSecondsUntil(issue.starts_at, issue.server_now);
  const change = useIssueChange(issue.id);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="me-auto text-sm">
        <span role="status">
          Goes to {subscribers(issue.total)} {issue.topics.length > 0 && `of ${topicNames(issue.topics)} `}
          {seconds > MINUTE_S ? `on ${formatMoment(issue.starts_at)}` : `at ${formatTime(issue.starts_at)}`}. Nothing
          has been sent yet.
        </span>{' '}
        {seconds > MINUTE_S ? (
          <span className="font-semibold">It can be undone until then.</span>
        ) : (
          <span role="timer" className="font-semibold tabular-nums">
            {seconds > 0 ? `${seconds} s left to undo` : 'Starting…'}
          </span>
        )}
      </p>
      <Button look="ink" busy={change.isPending} onClick={() => change.mutate('undo')}>
        {change.isPending ? 'Taking back...' : 'Undo'}
      </Button>
    </div>
  );
}

/** A little more than the undo period, for clocks that differ. */
const MINUTE_S = 65;

function Progress({ issue }: { issue: Issue }) {
  const [asking, setAsking] = useState(false);
  const change = useIssueChange(issue.id);
  const done = settledCount(issue);
  const { uncertain } = issue.counts;
  if (issue.status === 'undone') return <p className="text-sm text-ink-2">Taken back in time. Nothing was sent.</p>;
  if (issue.status === 'skipped') return <p className="text-sm text-ink-2">{SKIPPED}.</p>;
  return (
    <>
      {issue.status !== 'sent' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <div className="grid min-w-48 flex-1 gap-1.5">
            <progress
              aria-label="Mails that are done"
              value={done}
              max={Math.max(1, issue.total)}
              className="progress-bar"
            />
            <p className="text-sm text-ink-2 tabular-nums">
              {done} of {mails(issue.total)}
              {issue.status === 'paused' && '. The rest waits until somebody goes on.'}
            </p>
            {issue.pause_reason && <p className="text-sm font-medium text-danger">{issue.pause_reason}</p>}
          </div>
          {issue.status === 'sending' && (
            <Button look="outline" busy={change.isPending} onClick={() => change.mutate('pause')}>
              Pause
            </Button>
          )}
          {issue.status === 'paused' && (
            <Button look="ink" busy={change.isPending} onClick={() => change.mutate('resume')}>
              Go on
            </Button>
          )}
        </div>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {OUTCOMES.map(({ status, label, hint }) => (
          <div key={status} className="grid content-start">
            <dt className="text-sm font-semibold">{label}</dt>
            <dd className="text-xl tabular-nums">{issue.counts[status]}</dd>
            <dd className="text-xs text-ink-3">{hint}</dd>
          </div>
        ))}
      </dl>
      {issue.counts.failed > 0 && <DeliveryList issue={issue} status="failed" title="What failed" />}
      {uncertain > 0 && (
        <>
          <DeliveryList issue={issue} status="uncertain" title="What is uncertain" />
          <Button look="outline" className="justify-self-start" busy={change.isPending} onClick={() => setAsking(true)}>
            Send the uncertain again
          </Button>
        </>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Send ${mails(uncertain)} again?`}
        confirmLabel="Send again"
        onConfirm={() => {
          setAsking(false);
          change.mutate('resend-uncertain');
        }}
      >
        The mail server was given these and its answer never came: each of them may have arrived or not. Whoever got the
        first one may get a second; both have the same Message-ID, by which many mail programs show one of them only.
      </ConfirmDialog>
    </>
  );
}

function useIssueChange(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: IssueAction) => changeIssue(id, action),
    onSuccess: async ({ message, issue }) => {
      await showIssue(client, issue);
      // What went into an issue that was taken back is offered again.
      if (issue.status === 'undone') void refetchAfterChange(client, { queryKey: [RECOVERABLE_ISSUES] });
      toast.success(message);
    },
    // Somebody else or the end of the undo period was faster: refetches the present state.
    onError: (cause) => {
      console.error(cause);
      toast.error(cause instanceof ApiProblem ? cause.error : 'That did not work. Try again.');
      void refetchAfterChange(client, issueQuery(id));
    },
  });
}
