import type { DataTag, InvalidateQueryFilters, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Refetches queries after a change. Cancels running fetches first: TanStack Query would join them, and their responses
 * may be older than the change.
 */
export async function refetchAfterChange(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  await client.cancelQueries(filters);
  await client.invalidateQueries(filters);
}

/**
 * Puts the response of a change into the query cache. Cancels running fetches first: their responses may be older than
 * the change, and would bring back what was there before.
 */
export async function setAfterChange<Data>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, Data, Error> },
  data: Data,
): Promise<void> {
  await client.cancelQueries({ queryKey });
  client.setQueryData<Data, QueryKey>(queryKey, data);
}
