import { Link } from 'react-router';
import { ScreenTitle } from '../screen/screen-title';
import { ClicksChart } from './clicks-chart';

/** `/admin/clicks`: the last 30 days. */
export function ClicksPage() {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <ScreenTitle>Clicks Analytics</ScreenTitle>
        <Link to="/admin-analytics" className="text-sm font-semibold text-ember underline underline-offset-4">
          Posts, deals, referrers and subscriptions
        </Link>
      </div>
      <ClicksChart range={{}} />
    </>
  );
}
