import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiPath, api, apiPath } from '../../api/client';
import type { RefusedPaymentList, Subscription, SubscriptionDetail, SubscriptionList } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';

const SUBSCRIPTIONS = '/admin/subscriptions';

/** What chooses among the subscriptions; empty texts choose nothing. */
type SubscriptionFilter = { q: string; status: string; plan: string };

/**
 * A page of subscriptions, newest first; with `q` in the order of the addresses. `after` is the `next` of the page
 * before.
 */
export function subscriptionsQuery(filter: SubscriptionFilter, after: string) {
  const path = apiPath(SUBSCRIPTIONS, { ...filter, after });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<SubscriptionList>(path, { signal })),
    placeholderData: keepPreviousData,
  });
}

const COUNT_PATH = apiPath(SUBSCRIPTIONS, { per_page: 1 });

/** How many subscriptions there are. */
export const subscriptionCountQuery = queryOptions({
  queryKey: [COUNT_PATH],
  queryFn: ({ signal }) => staffCall(() => api.get<SubscriptionList>(COUNT_PATH, { signal })),
});

/** One subscription with every payment for it, and what was told about each. */
export function subscriptionQuery(id: number) {
  const path: ApiPath = `${SUBSCRIPTIONS}/${id}`;
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<SubscriptionDetail>(path, { signal })),
  });
}

/** Reads again whatever shows subscriptions. */
export function reloadSubscriptions(client: QueryClient): Promise<void> {
  return refetchAfterChange(client, {
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(SUBSCRIPTIONS),
  });
}

/**
 * Gives the money of the payment that is shown back at the wallet: somebody may have bought again meanwhile.
 * Administrators only.
 */
export function refund({ id, last_payment }: Subscription): Promise<{ message: string; subscription: Subscription }> {
  return staffCall(() => api.post(`${SUBSCRIPTIONS}/${id}/refund`, { order_id: last_payment?.order_id }));
}

const REFUSED = apiPath(`${SUBSCRIPTIONS}/refused-payments`);

/** Payments that a person has to look at. */
export const refusedPaymentsQuery = queryOptions({
  queryKey: [REFUSED],
  queryFn: ({ signal }) => staffCall(() => api.get<RefusedPaymentList>(REFUSED, { signal })),
});

export const subscriptionsCsvPath = (filter: SubscriptionFilter) => apiPath(`${SUBSCRIPTIONS}/csv`, filter);
export const addressesCsvPath = apiPath(`${SUBSCRIPTIONS}/addresses/csv`);
