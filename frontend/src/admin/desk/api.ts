import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { BulkInput, BulkResult, DeskToday } from '../../api/types';
import { staffCall } from '../session/staff-call';

/** What today holds; asked again whenever the desk is looked at. */
export const todayQuery = queryOptions({
  queryKey: ['/admin/desk'],
  queryFn: ({ signal }) => staffCall(() => api.get<DeskToday>('/admin/desk', { signal })),
  staleTime: 30_000,
});

/** Does the same to up to 50 posts, and answers for each what happened. */
export function changePosts(input: BulkInput): Promise<BulkResult> {
  return staffCall(() => api.post<BulkResult>('/admin/posts/bulk', input));
}
