import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import type { Issue } from '../../api/types';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { issueQuery } from '../calls/newsletter';
import { ErrorLine } from '../screen/error-line';
import { formatAhead, formatMoment, formatTime } from '../time/publication-time';
import { DeliveryList } from './delivery-list';
import {
  isScheduled,
  kindOf,
  mails,
  OUTCOMES,
  SKIPPED,
  settledCount,
  subscribers,
  TAKEN_BACK,
  topicNames,
} from './issue-labels';
import { IssueReport } from './issue-report';
import { IssueStatus } from './issue-status';
import { TakeBackButton } from './take-back-button';
import { useIssueChange } from './use-issue-change';
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
        <IssueStatus issue={issue} />
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

/** Before anything is sent. The server says when that ends, so it survives a reload. */
function Waiting({ issue }: { issue: Issue }) {
  const seconds = useSecondsUntil(issue.starts_at, issue.server_now);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="me-auto max-w-[60ch] text-sm">
        <span role="status">
          Goes to {subscribers(issue.total)} {issue.topics.length > 0 && `of ${topicNames(issue.topics)} `}
          {isScheduled(issue)
            ? `on ${formatAhead(issue.starts_at, issue.server_now)}`
            : `at ${formatTime(issue.starts_at)}`}
          . Nothing has been sent yet.
        </span>{' '}
        {isScheduled(issue) ? (
          <span>You can take it back until then. Taken back, {TAKEN_BACK[issue.kind]}.</span>
        ) : (
          <span role="timer" className="font-semibold tabular-nums">
            {seconds > 0 ? `${seconds} s left to take it back` : 'Starting…'}
          </span>
        )}
      </p>
      <TakeBackButton issue={issue} look="ink" />
    </div>
  );
}

function Progress({ issue }: { issue: Issue }) {
  const [asking, setAsking] = useState(false);
  const change = useIssueChange(issue.id);
  const done = settledCount(issue);
  const { uncertain } = issue.counts;
  if (issue.status === 'undone') {
    return <p className="text-sm text-ink-2">Nothing was sent; {TAKEN_BACK[issue.kind]}.</p>;
  }
  if (issue.status === 'skipped') return <p className="text-sm text-ink-2">{SKIPPED}.</p>;
  return (
    <>
      {issue.status !== 'sent' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <div className="grid min-w-48 flex-1 gap-1.5">
            <progress
              aria-label="E-mails that are done"
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
          <DeliveryList issue={issue} status="uncertain" title="What may have arrived" />
          <Button look="outline" className="justify-self-start" busy={change.isPending} onClick={() => setAsking(true)}>
            Send these again
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
        The mail server was given these and did not answer: each of them may have arrived or not. Whoever got the first
        one may get a second; many mail programs see that both are the same and show one.
      </ConfirmDialog>
    </>
  );
}
