import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import type { DraftVersion, IssueDraft, SavedDraft } from '../../api/types';
import { issueQuery } from '../calls/newsletter';
import {
  type Autosaved,
  findAutosaved,
  type Recoverable,
  removeAutosaved,
  writeAutosaved,
} from '../unsaved-changes/autosave-storage';

/**
 * `until`: of the draft that it was made from; `topic`: whose readers get it, none for everyone; `send_at`: as a
 * date-time field has it, null for now.
 */
export type IssueValues = {
  subject: string;
  preheader?: string;
  html: string;
  until?: string;
  topic?: string;
  send_at?: string | null;
};

/** What a form begins with: a saved draft, or else the newest stories. */
export function valuesOf(digest: IssueDraft, saved: SavedDraft | null): IssueValues {
  if (!saved) {
    return { subject: digest.subject, preheader: '', html: digest.html, until: digest.until, topic: '', send_at: null };
  }
  const { subject, preheader, html, until, topic, send_at } = saved;
  return { subject, preheader, html, until: until ?? undefined, topic: topic ?? '', send_at };
}

/**
 * A newsletter that was typed here and has not gone out; `issueId` once it was sent and can still be undone, `draft`
 * where it is a change of a saved draft.
 */
type UnsavedIssue = { values: IssueValues; issueId: number | null; draft?: DraftVersion | null };
export type RecoverableIssue = Recoverable<UnsavedIssue>;

export const RECOVERABLE_ISSUES = 'left newsletters';
export const issueFormName = (account: string) => `mwanga-unsaved-newsletter:${account}`;

export function autosaveIssue(key: string, work: UnsavedIssue): boolean {
  return writeAutosaved(key, work);
}

/** Drafts of this account. Those that were sent meanwhile are removed; those that can still be undone are left out. */
export function recoverableIssuesQuery(client: QueryClient, account: string) {
  return queryOptions({
    queryKey: [RECOVERABLE_ISSUES, account],
    queryFn: async () => {
      const left = findAutosaved(issueFormName(account), isUnsavedIssue);
      const states = await Promise.all(left.map(({ issueId }) => stateOf(client, issueId)));
      for (const [index, { key }] of left.entries()) if (states[index] === 'gone') removeAutosaved(key);
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

function isUnsavedIssue(stored: object): stored is Autosaved<UnsavedIssue> {
  const { values, keptAt } = stored as Partial<Autosaved<UnsavedIssue>>;
  return typeof keptAt === 'number' && typeof values === 'object' && typeof values?.html === 'string';
}
