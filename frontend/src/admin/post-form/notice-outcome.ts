import type { NoticeAudience } from '../../api/types';
import { formatCount } from '../numbers';
import { formatMoment } from '../time/publication-time';

const DAY_MS = 86_400_000;

/** "1 address", "1,204 addresses" */
export function addressCount(count: number): string {
  return count === 1 ? '1 address' : `${formatCount(count)} addresses`;
}

export type NoticeOutcomeOptions = {
  choice: NoticeAudience;
  /** How many addresses that is; undefined until they are counted. */
  size: number | undefined;
  status: string;
  /** When it is dated; null: now. */
  publishAt: number | null;
  createdAt: number;
  now: number;
  /** Whether it is public already. */
  isPublic: boolean;
  /** Whether today's notice went out and this one is left to the next daily newsletter. */
  isLimited: boolean;
};

/** What a save means for subscribers, in one sentence. */
export function noticeOutcome(options: NoticeOutcomeOptions): string {
  const { choice, size, status, publishAt, createdAt, now, isPublic, isLimited } = options;
  if (choice.audience === 'nobody') return 'Nobody is e-mailed.';
  const hasTopics = choice.audience === 'topics';
  if (hasTopics && choice.topics.length === 0) return 'Choose whose subscribers are e-mailed.';
  if (status === 'published' && publishAt !== null && publishAt < createdAt - DAY_MS) {
    return 'Nobody is e-mailed: it is dated back by more than a day.';
  }
  if (size === 0) {
    return hasTopics
      ? 'Nobody is e-mailed: no address has chosen these topics.'
      : 'Nobody is e-mailed: no subscribers.';
  }
  const emails = size === undefined ? 'E-mails subscribers' : `E-mails ${addressCount(size)}`;
  if (status !== 'published') return `${emails} once it is published.`;
  if (publishAt !== null && publishAt > now) return `${emails} on ${formatMoment(publishAt)}.`;
  if (isLimited) return 'An e-mail about a post went out today: this one comes with the next daily newsletter.';
  return isPublic ? `${emails} in about a minute.` : `${emails} a minute after it is published.`;
}
