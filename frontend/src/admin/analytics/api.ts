import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, apiPath } from '../../api/client';
import type { AnalyticsList, AnalyticsSummary } from '../../api/types';
import { staffCall } from '../session/staff-call';

/** Days of the publication's calendar, both included, as "2026-11-20". Left out: the last 30 days. */
export type DayRange = { from?: string; to?: string };

export type TableName = 'days' | 'posts' | 'deals' | 'referrers' | 'funnel';

/** Views and clicks of each day; an empty list when there were none. */
export function clicksQuery(range: DayRange) {
  const path = apiPath('/analytics/posts', range);
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<AnalyticsList>(path, { signal })),
  });
}

export function summaryQuery(range: DayRange) {
  const path = apiPath('/analytics/summary', range);
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<AnalyticsSummary>(path, { signal })),
    placeholderData: keepPreviousData,
  });
}

export const tablePath = (name: TableName, range: DayRange) => apiPath(`/analytics/tables/${name}`, range);
