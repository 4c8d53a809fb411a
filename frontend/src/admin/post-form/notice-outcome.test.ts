import { expect, test } from 'vitest';
import { type NoticeOutcomeOptions, noticeOutcome } from './notice-outcome';

const now = Date.parse('2026-11-25T09:00:00Z');
const HOUR_MS = 3_600_000;
const games = { audience: 'topics', topics: ['games'] } as const;

test.each<[string, Partial<NoticeOutcomeOptions>]>([
  ['E-mails 1,204 addresses a minute after it is published.', {}],
  ['E-mails 1 address a minute after it is published.', { size: 1 }],
  ['E-mails subscribers a minute after it is published.', { size: undefined }],
  ['E-mails 1,204 addresses in about a minute.', { isPublic: true }],
  ['E-mails 1,204 addresses once it is published.', { status: 'draft' }],
  ['E-mails 1,204 addresses once it is published.', { status: 'draft', publishAt: now + HOUR_MS, isLimited: true }],
  ['E-mails 1,204 addresses on 25 Nov 2026, 13:00.', { publishAt: now + HOUR_MS }],
  // Tomorrow has its own notice, and today's has room for none.
  ['E-mails 1,204 addresses on 26 Nov 2026, 13:00.', { publishAt: now + 25 * HOUR_MS, isLimited: true }],
  ['An e-mail about a post went out today: this one comes with the next daily newsletter.', { isLimited: true }],
  ['Nobody is e-mailed.', { choice: { audience: 'nobody', topics: ['games'] }, isLimited: true }],
  ['E-mails 12 addresses a minute after it is published.', { choice: { ...games, topics: ['games'] }, size: 12 }],
  ['Nobody is e-mailed: no address has chosen these topics.', { choice: { ...games, topics: ['games'] }, size: 0 }],
  ['Nobody is e-mailed: no subscribers.', { size: 0 }],
  ['Choose whose subscribers are e-mailed.', { choice: { audience: 'topics', topics: [] } }],
  ['Nobody is e-mailed: it is dated back by more than a day.', { publishAt: now - 25 * HOUR_MS }],
  ['E-mails 1,204 addresses a minute after it is published.', { publishAt: now - 23 * HOUR_MS }],
  ['E-mails 1,204 addresses once it is published.', { publishAt: now - 25 * HOUR_MS, status: 'draft' }],
])('%s', (text, options) => {
  const everyone = { choice: { audience: 'everyone' as const, topics: [] }, size: 1204 };
  const post = { status: 'published', publishAt: null, createdAt: now, now, isPublic: false, isLimited: false };
  expect(noticeOutcome({ ...everyone, ...post, ...options })).toBe(text);
});
