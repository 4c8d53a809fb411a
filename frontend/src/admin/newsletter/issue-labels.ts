import type { Issue } from '../../api/types';
import { formatAhead } from '../time/publication-time';

const STATUSES: Record<Exclude<Issue['status'], 'waiting'>, { label: string; look: string }> = {
  sending: { label: 'Sending', look: 'bg-warning-wash text-warning' },
  paused: { label: 'Paused', look: 'bg-warning-wash text-warning' },
  sent: { label: 'Sent', look: 'bg-success-wash text-success' },
  undone: { label: 'Taken back', look: 'bg-sunk text-ink-2' },
  skipped: { label: 'Skipped', look: 'bg-sunk text-ink-2' },
};

/** How the state of an issue is called, and its colour: "Goes out Tue 1 Dec, 07:00". */
export function statusOf({ status, starts_at, server_now }: Issue): { label: string; look: string } {
  if (status !== 'waiting') return STATUSES[status];
  return { label: `Goes out ${formatAhead(starts_at, server_now)}`, look: 'bg-warning-wash text-warning' };
}

/** A little more than the minute in which an issue can be taken back, for clocks that differ; in milliseconds. */
const MINUTE_MS = 65_000;

/** Whether an issue waits for a time that somebody chose, and not for its last minute. */
export function isScheduled({ status, starts_at, server_now }: Issue): boolean {
  return status === 'waiting' && Date.parse(starts_at) - Date.parse(server_now) > MINUTE_MS;
}

/** What becomes of an issue that is taken back. */
export const TAKEN_BACK: Record<Issue['kind'], string> = {
  manual: 'it is among the drafts again',
  daily: 'there is no daily newsletter on that day',
  notify: 'nobody is e-mailed about the post',
};

/** Why nobody gets a notice. */
export const SKIPPED = 'Skipped: comes with the next daily newsletter, because one about another post went out today';

const KINDS: Record<Issue['kind'], string> = {
  manual: 'Newsletter',
  daily: 'Daily newsletter',
  notify: 'E-mail about a post',
};

/** What the counts of an issue mean, in the order of their showing. */
export const OUTCOMES = [
  { status: 'sent', label: 'Sent', hint: 'The mail server took it.' },
  { status: 'failed', label: 'Failed', hint: 'The mail server refused it for good, or did not take it within a day.' },
  { status: 'uncertain', label: 'May have arrived', hint: 'The mail server was given it and did not answer.' },
  { status: 'skipped', label: 'Not sent', hint: 'The reader unsubscribed, or cannot be reached.' },
] as const;

/** Mails that nothing more happens to. */
export function settledCount({ counts }: Issue): number {
  return counts.sent + counts.failed + counts.uncertain + counts.skipped;
}

/** "E-mail about a post", or with the topics whose subscribers get it: "E-mail about a post: Games, Books". */
export function kindOf({ kind, topics }: Issue): string {
  return topics.length === 0 ? KINDS[kind] : `${KINDS[kind]}: ${topicNames(topics)}`;
}

export function topicNames(topics: Issue['topics']): string {
  return topics.map(({ name }) => name).join(', ');
}

export function mails(count: number): string {
  return count === 1 ? '1 e-mail' : `${count} e-mails`;
}

export function subscribers(count: number): string {
  return count === 1 ? '1 subscriber' : `${count} subscribers`;
}
