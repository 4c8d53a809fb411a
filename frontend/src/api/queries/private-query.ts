import { queryOptions } from '@tanstack/react-query';
import { type ApiPath, api } from '../client';

/** Query of private data: never cached, as the next reader at this browser may be somebody else. */
export function privateQuery<T>(path: ApiPath) {
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<T>(path, { signal }),
    staleTime: 0,
    // Server-side rendering fetches no private data, and has no timers for garbage collection.
    ...(import.meta.env.SSR ? {} : { gcTime: 0 }),
  });
}
