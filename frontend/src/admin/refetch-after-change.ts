import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * Refetches queries after a change. Cancels running fetches first: TanStack Query would join them, and their responses
 * may be older than the change.
 */
export async function refetchAfterChange(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  await client.cancelQueries(filters);
  await client.invalidateQueries(filters);
}
