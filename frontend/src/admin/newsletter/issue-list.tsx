import { useQuery } from '@tanstack/react-query';
import type { Issue } from '../../api/types';
import { Button } from '../../ui/button';
import { issuesQuery } from '../calls/newsletter';
import { ErrorLine } from '../screen/error-line';
import { formatMoment } from '../time/publication-time';
import { kindOf, SKIPPED, subscribers } from './issue-labels';
import { IssueStatus } from './issue-status';
import { TakeBackButton } from './take-back-button';

type IssueListProps = { page: number; onPage: (page: number) => void; onOpen: (id: number) => void };

/** "Newsletter, 20 Nov 2026, 09:30. 12 sent, 1 failed" */
function describe(issue: Issue): string {
  if (issue.status === 'waiting') return `${kindOf(issue)}, to ${subscribers(issue.total)}`;
  const { sent, failed, uncertain } = issue.counts;
  const counts = [`${sent} sent`, failed > 0 && `${failed} failed`, uncertain > 0 && `${uncertain} may have arrived`];
  const outcome = issue.status === 'skipped' ? SKIPPED : issue.status !== 'undone' && counts.filter(Boolean).join(', ');
  return [`${kindOf(issue)}, ${formatMoment(issue.starts_at)}`, outcome].filter(Boolean).join('. ');
}

/** Every issue so far, newest first. */
export function IssueList({ page, onPage, onOpen }: IssueListProps) {
  const { data, isError, isFetching, refetch } = useQuery(issuesQuery(page));
  const pages = data ? Math.max(1, Math.ceil(data.total / data.per_page)) : 1;
  return (
    <section aria-labelledby="issues-title">
      <h2 id="issues-title" className="border-b-2 border-rule-strong pb-3 text-xl font-semibold tracking-tight">
        Sent and scheduled
      </h2>
      {isError && (
        <ErrorLine className="py-3" busy={isFetching} onRetry={() => refetch()}>
          Failed to load the newsletters.
        </ErrorLine>
      )}
      {data?.total === 0 && <p className="py-3 text-sm text-ink-2">No newsletter has been sent yet.</p>}
      <ul>
        {data?.data.map((issue) => (
          <li
            key={issue.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-3"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-serif leading-snug font-semibold wrap-anywhere">{issue.subject}</p>
              <p className="text-xs text-ink-3">{describe(issue)}</p>
            </div>
            <IssueStatus issue={issue} />
            {issue.status === 'waiting' ? (
              <TakeBackButton issue={issue} look="outline" size="sm" className="min-h-9" />
            ) : (
              <Button
                look="quiet"
                size="sm"
                className="min-h-9"
                aria-label={`Report of ${issue.subject}`}
                onClick={() => onOpen(issue.id)}
              >
                Report
              </Button>
            )}
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label="Pages of newsletters" className="flex items-center gap-3 pt-4">
          <Button look="outline" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Prev
          </Button>
          <span className="text-sm tabular-nums">
            Page {page} of {pages}
          </span>
          <Button look="outline" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </section>
  );
}
