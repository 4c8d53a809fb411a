import type { QueryClient } from '@tanstack/react-query';
import { problemFromResponse } from '../api/problem';

/** Responses of a page's API calls by path, as the server embeds them in the HTML. */
export type PageData = Record<string, { status: number; body: unknown }>;

/**
 * Seeds the query cache with the responses, on the server and in the browser alike, so that both render the same page:
 * 200 becomes data, anything else the error that the call would have thrown.
 */
export function seedQueryCache(client: QueryClient, answers: PageData, now: number): void {
  for (const [path, { status, body }] of Object.entries(answers)) {
    if (status === 200) {
      client.setQueryData([path], body, { updatedAt: now });
      continue;
    }
    const query = client.getQueryCache().build(client, { queryKey: [path] });
    query.setState({
      status: 'error',
      fetchStatus: 'idle',
      error: problemFromResponse(status, body),
      errorUpdatedAt: now,
      errorUpdateCount: 1,
    });
  }
}
