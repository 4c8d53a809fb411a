import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem';

const staleAfterMs = 60_000;

/**
 * The query cache of the public pages. What the server answered counts as fresh for a minute, errors included, so
 * that hydrating a page asks for nothing again; an error is asked again when the reader comes back to the page.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleAfterMs,
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiProblem && (error.status === 0 || error.status >= 500),
        retryOnMount: false,
        refetchOnWindowFocus: false,
      },
    },
  });
}
