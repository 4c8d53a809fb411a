import type { QueryClient } from '@tanstack/react-query';
import { problemFromAnswer } from '../api/problem';

/** The answers of a page's calls by API path, as the server puts them into the HTML. */
export type Answers = Record<string, { status: number; body: unknown }>;

/**
 * Fills the query cache from the answers, on the server and in the browser alike, so that both draw the same page:
 * 200 becomes data, anything else the error the call would have thrown.
 */
export function seedAnswers(client: QueryClient, answers: Answers, now: number): void {
  for (const [path, { status, body }] of Object.entries(answers)) {
    if (status === 200) {
      client.setQueryData([path], body, { updatedAt: now });
      continue;
    }
    const query = client.getQueryCache().build(client, { queryKey: [path] });
    query.setState({
      status: 'error',
      fetchStatus: 'idle',
      error: problemFromAnswer(status, body),
      errorUpdatedAt: now,
      errorUpdateCount: 1,
    });
  }
}
