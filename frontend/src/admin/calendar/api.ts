import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, apiPath } from '../../api/client';
import type { CalendarMonth } from '../../api/types';
import { staffCall } from '../session/staff-call';

/** What has a date within a month ("2026-11"); without one the present month. */
export function monthQuery(month: string) {
  const path = apiPath('/admin/calendar', { month });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<CalendarMonth>(path, { signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
