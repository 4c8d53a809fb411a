import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import { dropKept, findLeft, type Kept, keepIn, type Left } from '../session/kept-work';
import { issueQuery } from './api';

/** `until`: of the draft that it was made from; `topic`: whose readers get it, none for everyone. */
export type IssueValues = { subject: string; html: string; until?: string; topic?: string };

/** A newsletter that was typed here and has not gone out; `issueId` once it was sent and can still be undone. */
export type IssueWork = { values: IssueValues; issueId: number | null };
export type LeftIssue = Left<IssueWork>;

export const LEFT_ISSUES = 'left newsletters';
export const placesOf = (account: string) => `mwanga-unsaved-newsletter:${account}`;

export function keepIssue(key: string, values: IssueValues, issueId: number | null): boolean {
  return keepIn(key, { values, issueId });
}

/** What this account left behind. What went out meanwhile is dropped; what can still be undone is not offered yet. */
export function leftIssuesQuery(client: QueryClient, account: string) {
  return queryOptions({
    queryKey: [LEFT_ISSUES, account],
    queryFn: async () => {
      const left = findLeft(placesOf(account), isIssueWork);
      const states = await Promise.all(left.map(({ issueId }) => stateOf(client, issueId)));
      for (const [index, { key }] of left.entries()) if (states[index] === 'gone') dropKept(key);
      return left.filter((_, index) => states[index] === 'left');
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

async function stateOf(client: QueryClient, issueId: number | null): Promise<'left' | 'waiting' | 'gone'> {
  if (issueId === null) return 'left';
  try {
    const { status } = await client.fetchQuery(issueQuery(issueId));
    if (status === 'undone') return 'left';
    return status === 'waiting' ? 'waiting' : 'gone';
  } catch (problem) {
    // Not known now; what was typed is not thrown away for that.
    return problem instanceof ApiProblem && problem.status === 404 ? 'gone' : 'left';
  }
}

function isIssueWork(kept: object): kept is Kept<IssueWork> {
  const { values, keptAt } = kept as Partial<Kept<IssueWork>>;
  return typeof keptAt === 'number' && typeof values === 'object' && typeof values?.html === 'string';
}
