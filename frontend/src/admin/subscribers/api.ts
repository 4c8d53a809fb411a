import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, apiPath } from '../../api/client';
import type { Subscriber, SubscriberList } from '../../api/types';
import { refetchAfterChange } from '../after-change';
import { staffCall } from '../session/staff-call';

const SUBSCRIBERS = '/admin/subscribers';

/** What chooses among the subscribers; empty texts choose nobody out. */
export type SubscriberFilter = { q: string; status: Subscriber['status'] | '' };

/** A page of subscribers, newest first; with `q` in the order of the addresses. `after` is the `next` of the page before. */
export function subscribersQuery(filter: SubscriberFilter, after: string) {
  const path = apiPath(SUBSCRIBERS, { ...filter, after });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<SubscriberList>(path, { signal })),
    placeholderData: keepPreviousData,
  });
}

/** Newsletters go to the address again. */
export function liftSuppression(id: number): Promise<Subscriber> {
  return staffCall(() => api.post<Subscriber>(`${SUBSCRIBERS}/${id}/lift`));
}

/** Reads again whatever shows subscribers. */
export function reloadSubscribers(client: QueryClient): Promise<void> {
  return refetchAfterChange(client, {
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(SUBSCRIBERS),
  });
}

export const SUBSCRIBERS_CSV = `${SUBSCRIBERS}/csv`;
