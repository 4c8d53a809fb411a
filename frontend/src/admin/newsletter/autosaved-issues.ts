import { queryOptions } from '@tanstack/react-query';
import type { DraftVersion, IssueDraft, SavedDraft } from '../../api/types';
import { type Autosaved, findAutosaved, type Recoverable, writeAutosaved } from '../unsaved-changes/autosave-storage';

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

/** A newsletter that was typed here; `draft` where it is a change of a saved draft. */
type UnsavedIssue = { values: IssueValues; draft?: DraftVersion | null };
export type RecoverableIssue = Recoverable<UnsavedIssue>;

export const RECOVERABLE_ISSUES = 'left newsletters';
export const issueFormName = (account: string) => `mwanga-unsaved-newsletter:${account}`;

export function autosaveIssue(key: string, work: UnsavedIssue): boolean {
  return writeAutosaved(key, work);
}

/** What this account typed here and neither saved nor sent. */
export function recoverableIssuesQuery(account: string) {
  return queryOptions({
    queryKey: [RECOVERABLE_ISSUES, account],
    queryFn: () => findAutosaved(issueFormName(account), isUnsavedIssue),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

function isUnsavedIssue(stored: object): stored is Autosaved<UnsavedIssue> {
  const { values, keptAt } = stored as Partial<Autosaved<UnsavedIssue>>;
  return typeof keptAt === 'number' && typeof values === 'object' && typeof values?.html === 'string';
}
