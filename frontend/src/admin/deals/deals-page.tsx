import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { DealToLookAt } from '../../api/types';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { cn } from '../../ui/cn';
import { FilterSelect } from '../list/address-filter-form';
import { useListFilter } from '../list/use-list-filter';
import { titleOf } from '../post-values/post-title';
import { ErrorLine } from '../screen/error-line';
import { ScreenTitle } from '../screen/screen-title';
import { formatDay } from '../time/publication-time';
import { dealsQuery } from './api';

const PROBLEMS = { broken: 'Broken links', expired: 'Expired', old_price: 'Old prices' } as const;

/** `/admin/deals`: deals of public posts that somebody should look at. The address holds filter and page. */
export function DealsPage() {
  const { filter, filtered, go } = useListFilter(['problem', 'page']);
  const page = Math.max(1, Math.trunc(Number(filter.page)) || 1);
  const query = useQuery(dealsQuery(filter.problem, page));
  const { data, error, isFetching, isPending } = query;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / (data?.per_page ?? 1)));

  return (
    <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3 border-b-2 border-rule-strong pb-3">
        <div className="min-w-0 flex-1 basis-64">
          <ScreenTitle>Deals to look at</ScreenTitle>
          <p className="mt-1 text-sm text-ink-2">
            Links of deals are checked once a week. Check each price again after 30 days.
          </p>
        </div>
        <FilterSelect
          label="Show"
          className="w-36"
          value={filter.problem}
          options={Object.entries(PROBLEMS)}
          onChoose={(problem) => go({ problem, page: '' })}
        />
      </div>
      {error ? (
        <ErrorLine busy={isFetching} onRetry={() => query.refetch()}>
          Failed to load the deals
        </ErrorLine>
      ) : (
        <p role="status" className="text-sm text-ink-2">
          {isPending ? 'Loading...' : summary(data.total, filtered)}
        </p>
      )}
      {data && data.data.length > 0 && (
        <ul aria-label="Deals">
          {data.data.map((deal) => (
            <DealRow key={`${deal.post_id}-${deal.position}`} deal={deal} />
          ))}
        </ul>
      )}
      {data && (pages > 1 || page > 1) && (
        <nav aria-label="Pages of deals" className="flex items-center gap-3">
          <Button look="outline" disabled={page <= 1} onClick={() => go({ page: page > 2 ? String(page - 1) : '' })}>
            Prev
          </Button>
          <span className="text-sm text-ink-2 tabular-nums">
            Page {page} of {pages}
          </span>
          <Button look="outline" disabled={page >= pages} onClick={() => go({ page: String(page + 1) })}>
            Next
          </Button>
        </nav>
      )}
    </div>
  );
}

function DealRow({ deal }: { deal: DealToLookAt }) {
  const post = titleOf({ title: deal.post_title });
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-b border-rule py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">
          {deal.product_name || deal.label}
          {deal.product_name && <span className="ms-2 text-sm font-normal text-ink-2">{deal.label}</span>}
        </p>
        <p className="text-sm text-ink-2 wrap-anywhere">In “{post}”</p>
        <ul aria-label="What is wrong" className="mt-1 text-sm text-warning">
          {deal.problems.map((problem) => (
            <li key={problem}>{problemText(problem, deal)}</li>
          ))}
        </ul>
      </div>
      <a
        href={deal.url}
        target="_blank"
        rel="noopener noreferrer"
        className={cn(buttonLook({ look: 'quiet', size: 'sm' }), 'min-h-11 px-3')}
      >
        Open link
        <span className="sr-only"> of {deal.product_name || deal.label} (opens in a new tab)</span>
      </a>
      <Link
        to={`/admin/posts/${deal.post_id}`}
        className={cn(buttonLook({ look: 'outline', size: 'sm' }), 'min-h-11 px-4')}
      >
        Edit post<span className="sr-only"> {post}</span>
      </Link>
    </li>
  );
}

function problemText(problem: DealToLookAt['problems'][number], deal: DealToLookAt): string {
  switch (problem) {
    case 'broken': {
      const on = deal.checked_at ? ` on ${formatDay(deal.checked_at)}` : '';
      return deal.status === null ? `The link did not answer${on}.` : `The link answered ${deal.status}${on}.`;
    }
    case 'expired':
      return deal.ends_at ? `Expired on ${formatDay(deal.ends_at)}.` : 'Expired.';
    case 'old_price':
      return deal.price_seen_at
        ? `The price ${deal.price} was last seen on ${formatDay(deal.price_seen_at)}.`
        : `It is not known when the price ${deal.price} was last seen.`;
  }
}

function summary(total: number, filtered: boolean): string {
  if (total === 0) return filtered ? 'No deal has this problem.' : 'Every deal is fine.';
  return total === 1 ? '1 deal.' : `${total} deals, those of the newest posts first.`;
}
