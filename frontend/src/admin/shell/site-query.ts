import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Site } from '../../api/types';

const PATH = '/site';

/** Name and categories of the publication; the same answer every visitor gets. */
export const siteQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => api.get<Site>(PATH, { auth: 'none', signal }),
  staleTime: 10 * 60_000,
});
