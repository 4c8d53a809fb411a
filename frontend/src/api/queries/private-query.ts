import { queryOptions } from '@tanstack/react-query';
import { type ApiPath, api } from '../client';

/** What is for one reader: never kept, the next one at this browser may be somebody else. */
export function privateQuery<T>(path: ApiPath) {
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<T>(path, { signal }),
    staleTime: 0,
    // The server asks for nothing private, and has no clock to forget it by.
    ...(import.meta.env.SSR ? {} : { gcTime: 0 }),
  });
}
