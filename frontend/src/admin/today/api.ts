import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { DeskToday } from '../../api/types';
import { staffCall } from '../session/staff-call';

/** What today holds; asked again whenever the desk is looked at. */
export const todayQuery = queryOptions({
  queryKey: ['/admin/desk'],
  queryFn: ({ signal }) => staffCall(() => api.get<DeskToday>('/admin/desk', { signal })),
  staleTime: 30_000,
});
