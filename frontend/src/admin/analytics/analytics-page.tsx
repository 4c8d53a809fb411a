import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { subscriptionPlans } from '../../api/queries/subscription-plans';
import type { AnalyticsSummary } from '../../api/types';
import { zonePlace } from '../../site/format/zone-place';
import { Button } from '../../ui/button';
import { formatCount, percentage } from '../numbers';
import { ScreenTitle } from '../screen/screen-title';
import { calendarDay } from '../time/publication-time';
import { type DayRange, summaryQuery } from './api';
import { ClicksChart } from './clicks-chart';
import { LeaderTable } from './leader-table';
import { RangeForm } from './range-form';

/** `/admin-analytics`: what was read and clicked in a range of days, which the address holds. */
export function AnalyticsPage() {
  const [query, setQuery] = useSearchParams();
  const now = Date.now();
  const range = { from: query.get('from') ?? calendarDay(now, 29), to: query.get('to') ?? calendarDay(now) };
  const { data, error, isFetching, refetch } = useQuery(summaryQuery(range));
  const choose = ({ from = '', to = '' }: DayRange) => setQuery({ from, to });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <ScreenTitle>Clicks Analytics</ScreenTitle>
      <RangeForm range={range} onChange={choose} />
      {data && !error && <Totals totals={data.totals} />}
      <ClicksChart range={range} />
      {error ? (
        <p className="text-sm text-ink-2">
          Posts, deals and referrers could not be loaded.{' '}
          <Button look="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        data && <Parts summary={data} range={range} />
      )}
      <p className="max-w-prose text-xs text-ink-3">
        Days begin at midnight in {zonePlace()}. Counted without cookies, names or addresses; readers who ask not to be
        tracked, known robots and the newsroom’s own visits are left out. Of posts and deals the fifty of each day that
        were clicked most can lead.
      </p>
    </div>
  );
}

function Totals({ totals }: { totals: AnalyticsSummary['totals'] }) {
  const shown = [
    ['Post views', totals.post_views],
    ['Deal clicks', totals.deal_clicks],
    ['Shares', totals.shares],
    ['Newsletter sign-ups', totals.newsletter_signups],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-rule py-4 md:grid-cols-4">
      {shown.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse gap-1">
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="font-serif text-2xl font-semibold tabular-nums">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Parts({ summary, range }: { summary: AnalyticsSummary; range: DayRange }) {
  const link = (slug: string, text: string) => (
    <a
      href={`/post/slug/${encodeURIComponent(slug)}`}
      className="underline decoration-rule underline-offset-4 hover:decoration-ember"
    >
      {text}
    </a>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
      <LeaderTable
        title="Top posts"
        table="posts"
        range={range}
        head={['Post', 'Views', 'Deal clicks']}
        empty="Nobody opened a post in these days."
        leaders={summary.top_posts.map((post) => ({
          key: post.post_id,
          name: link(post.slug, post.title),
          count: post.post_views,
          cells: [formatCount(post.deal_clicks)],
        }))}
      />
      <LeaderTable
        title="Top deals"
        table="deals"
        range={range}
        head={['Deal', 'Clicks']}
        empty="Nobody followed a deal in these days."
        leaders={summary.top_deals.map((deal, place) => ({
          key: place,
          name: [deal.product_name, deal.label].filter(Boolean).join(', ') || 'A deal that was taken off',
          more: link(deal.post_slug, deal.post_title),
          count: deal.deal_clicks,
        }))}
      />
      <LeaderTable
        title="Referrers"
        table="referrers"
        range={range}
        head={['Site', 'Post views']}
        empty="Nobody came from another site in these days."
        note="Other sites from which readers came straight to a post."
        leaders={summary.referrers.map(({ label, post_views }) => ({ key: label, name: label, count: post_views }))}
      />
      <Funnel summary={summary} range={range} />
    </div>
  );
}

/** From a chosen plan to a paid one; each step as a part of the first. */
function Funnel({ summary: { funnel }, range }: { summary: AnalyticsSummary; range: DayRange }) {
  const first = funnel[0]?.count ?? 0;
  const plans = useQuery(subscriptionPlans()).data?.data ?? [];
  return (
    <LeaderTable
      title="Subscription funnel"
      table="funnel"
      range={range}
      head={['Step', 'Times', 'Of chosen', ...plans.map(({ name }) => name)]}
      empty="Nobody chose a plan in these days."
      leaders={
        funnel.every(({ count }) => count === 0)
          ? []
          : funnel.map(({ event, label, count, by_plan }) => ({
              key: event,
              name: label,
              count,
              cells: [percentage(count, first), ...plans.map(({ code }) => formatCount(by_plan[code] ?? 0))],
            }))
      }
    />
  );
}
