import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, apiPath } from '../../api/client';
import type { DealsToLookAt } from '../../api/types';
import { staffCall } from '../session/staff-call';

/** A page of the deals that somebody should look at. `problem` narrows it; empty: all. */
export function dealsQuery(problem: string, page: number) {
  const path = apiPath('/admin/deals', { problem, page });
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => staffCall(() => api.get<DealsToLookAt>(path, { signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
