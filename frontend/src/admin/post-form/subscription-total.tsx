import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { subscriptionCountQuery } from '../calls/subscriptions';

/** How many subscriptions there are, for the sidebar. */
export function SubscriptionTotal() {
  const id = useId();
  const { data, isError } = useQuery(subscriptionCountQuery);
  return (
    <aside aria-labelledby={id} className="grid gap-3 border-t border-rule pt-5">
      <h3 id={id} className="text-sm font-semibold">
        Subscriptions
      </h3>
      {isError ? (
        <p className="text-sm font-medium text-danger">Failed to fetch subscriptions</p>
      ) : (
        <dl className="flex flex-wrap justify-between gap-x-4 text-sm">
          <dt className="text-ink-2">Total</dt>
          <dd className="font-medium tabular-nums">{data?.total ?? '…'}</dd>
        </dl>
      )}
      <Link to="/admin-subscriptions" className="justify-self-start rounded-sm py-1 text-sm font-semibold underline">
        All subscriptions
      </Link>
    </aside>
  );
}
