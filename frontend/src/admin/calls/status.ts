import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { SiteStatus } from '../../api/types';
import { staffCall } from '../session/staff-call';

const PATH = '/admin/status';

/** How the site is set up, as far as the newsroom must know. */
export const statusQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => staffCall(() => api.get<SiteStatus>(PATH, { signal })),
  staleTime: 5 * 60_000,
});
