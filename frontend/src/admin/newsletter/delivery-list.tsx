import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Issue } from '../../api/types';
import { Button } from '../../ui/button';
import { deliveriesQuery } from '../calls/newsletter';
import { ErrorLine } from '../screen/error-line';
import { formatMoment } from '../time/publication-time';

type DeliveryListProps = { issue: Issue; status: keyof Issue['counts']; title: string };

/** The mails of an issue that ended in one way, and why. */
export function DeliveryList({ issue, status, title }: DeliveryListProps) {
  const id = useId();
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    deliveriesQuery(issue.id, status, issue.counts[status]),
  );
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section aria-labelledby={id} className="grid gap-2 border-t border-rule pt-4">
      <h3 id={id} className="text-sm font-semibold">
        {title}
      </h3>
      {isError && (
        <ErrorLine busy={isFetching} onRetry={() => refetch()}>
          Failed to load the e-mails.
        </ErrorLine>
      )}
      <ul className="grid text-sm">
        {rows.map((row) => (
          <li key={row.email} className="grid gap-0.5 border-b border-rule py-2 wrap-anywhere">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{row.email}</span>
              <time dateTime={row.at} className="text-ink-3 tabular-nums">
                {formatMoment(row.at)}
              </time>
            </span>
            {row.error && <span className="text-ink-2">{row.error}</span>}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          look="outline"
          size="sm"
          className="min-h-9 justify-self-start"
          busy={isFetching}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}
