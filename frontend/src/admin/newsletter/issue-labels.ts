import type { Issue } from '../../api/types';

/** How the state of an issue is called, and its colour. */
export const STATUSES: Record<Issue['status'], { label: string; look: string }> = {
  waiting: { label: 'Waiting', look: 'bg-warning-wash text-warning' },
  sending: { label: 'Sending', look: 'bg-warning-wash text-warning' },
  paused: { label: 'Paused', look: 'bg-warning-wash text-warning' },
  sent: { label: 'Sent', look: 'bg-success-wash text-success' },
  undone: { label: 'Taken back', look: 'bg-sunk text-ink-2' },
  skipped: { label: 'Skipped', look: 'bg-sunk text-ink-2' },
};

/** Why nobody gets a notice. */
export const SKIPPED = 'Skipped: comes with the next daily newsletter, because a notice went out today';

const KINDS: Record<Issue['kind'], string> = {
  manual: 'Newsletter',
  daily: 'Daily newsletter',
  notify: 'Notice of a post',
};

/** What the counts of an issue mean, in the order of their showing. */
export const OUTCOMES = [
  { status: 'sent', label: 'Sent', hint: 'The mail server took it.' },
  { status: 'failed', label: 'Failed', hint: 'The mail server refused it for good, or never took it in a day.' },
  { status: 'uncertain', label: 'Uncertain', hint: 'Handed over, but the mail server’s answer never came.' },
  { status: 'skipped', label: 'Skipped', hint: 'Its reader left meanwhile, or cannot be reached.' },
] as const;

/** Mails that nothing more happens to. */
export function settledCount({ counts }: Issue): number {
  return counts.sent + counts.failed + counts.uncertain + counts.skipped;
}

/** "Notice of a post", or with the topics whose subscribers get it: "Notice of a post: Games, Books". */
export function kindOf({ kind, topics }: Issue): string {
  return topics.length === 0 ? KINDS[kind] : `${KINDS[kind]}: ${topicNames(topics)}`;
}

export function topicNames(topics: Issue['topics']): string {
  return topics.map(({ name }) => name).join(', ');
}

export function mails(count: number): string {
  return count === 1 ? '1 mail' : `${count} mails`;
}

export function subscribers(count: number): string {
  return count === 1 ? '1 subscriber' : `${count} subscribers`;
}
