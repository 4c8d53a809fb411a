import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import type { AnalyticsItem } from '../../api/types';
import { Button } from '../../ui/button';
import { CsvButton } from '../csv/csv-button';
import { dayLabel, formatCount, longDayLabel } from '../numbers';
import { ErrorLine } from '../screen/error-line';
import { clicksQuery, type DayRange, tablePath } from './api';
import { BarChart } from './bar-chart';

/** Views and clicks of each day as blue bars, and as a table. */
export function ClicksChart({ range }: { range: DayRange }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(clicksQuery(range));
  if (isPending) return <Box status="Loading..." />;
  if (error) {
    // What the server says about the days that were chosen helps; the rest is one text.
    const text = error instanceof ApiProblem && error.status === 400 ? error.error : 'Unable to load analytics data.';
    return (
      <Box>
        <ErrorLine>{text}</ErrorLine>
        <Button look="outline" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Box>
    );
  }
  if (data.data.length === 0) return <Box status="No analytics data available." />;
  return <Chart items={data.data} range={range} />;
}

function Chart({ items, range }: { items: AnalyticsItem[]; range: DayRange }) {
  const [asTable, setAsTable] = useState(false);
  const tableId = useId();
  const total = items.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BarChart
        bars={items.map((item) => ({ label: dayLabel(item.date ?? item.label ?? ''), value: item.count }))}
        name={`Clicks of each day, ${formatCount(total)} in all. The table that follows has the numbers.`}
      />
      <div className="flex flex-wrap items-center gap-3">
        <p className="me-auto text-sm text-ink-2">
          Post views and deal clicks: <strong className="text-ink">{formatCount(total)}</strong> in {items.length}{' '}
          {items.length === 1 ? 'day' : 'days'}
        </p>
        <Button
          look="outline"
          size="sm"
          aria-expanded={asTable}
          aria-controls={tableId}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Hide the table' : 'Show as table'}
        </Button>
        <CsvButton path={tablePath('days', range)} of="clicks of each day" />
      </div>
      {/* Always there for screen readers, to whom the bars say nothing. */}
      <div id={tableId} className={asTable ? '' : 'sr-only'}>
        <table className="data-table">
          <caption className="sr-only">Clicks of each day</caption>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col" className="number">
                Post views
              </th>
              <th scope="col" className="number">
                Deal clicks
              </th>
              <th scope="col" className="number">
                Together
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.date ?? item.label}>
                <th scope="row">{longDayLabel(item.date ?? item.label ?? '')}</th>
                <td className="number">{formatCount(item.post_views)}</td>
                <td className="number">{formatCount(item.deal_clicks)}</td>
                <td className="number">{formatCount(item.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** What stands in the chart's place, as high as it, so that nothing jumps. */
function Box({ status, children }: { status?: string; children?: React.ReactNode }) {
  return (
    <div className="grid h-[400px] place-content-center justify-items-center gap-4 rounded-md bg-sunk px-4 text-center">
      {status && (
        <p role="status" className="text-ink-2">
          {status}
        </p>
      )}
      {children}
    </div>
  );
}
