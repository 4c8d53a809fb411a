import type { CalendarMonth } from '../../api/types';
import { ENGLISH_MONTHS } from '../../site/format/dates';
import { stateText } from '../post-values/post-state';
import { titleOf } from '../post-values/post-title';
import { calendarDay } from '../time/publication-time';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Something on a day of the calendar, and where it is opened. */
export type Entry = { key: string; at: string; to: string; title: string; state: string; tone: string };

/** "November 2026" for "2026-11" */
export function monthName(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return `${ENGLISH_MONTHS[(number ?? 1) - 1]} ${year}`;
}

/** The month some months later: "2027-01" for one after "2026-12". */
export function monthAfter(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (number ?? 1) - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The days of a month in weeks from Monday on: "2026-11-20", "" before the first and after the last one. */
export function weeksOf(month: string): string[][] {
  const [year, number] = month.split('-').map(Number);
  const first = new Date(Date.UTC(year ?? 0, (number ?? 1) - 1, 1));
  const length = new Date(Date.UTC(year ?? 0, number ?? 1, 0)).getUTCDate();
  const before = (first.getUTCDay() + 6) % 7;
  const days = Array.from({ length }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`);
  const cells = [...Array<string>(before).fill(''), ...days];
  while (cells.length % 7) cells.push('');
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** "Friday 20" for "2026-11-20" */
export function dayHeading(day: string): string {
  return `${WEEKDAYS[(new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7]} ${Number(day.slice(8))}`;
}

const ISSUE_STATES: Record<string, string> = {
  waiting: 'Newsletter, scheduled',
  sending: 'Newsletter, going out',
  paused: 'Newsletter, paused',
  sent: 'Newsletter, sent',
  skipped: 'Newsletter, skipped',
};

/** Posts and issues by the day of the publication they stand on, each day by time. */
export function entriesByDay({ posts, issues }: CalendarMonth): Map<string, Entry[]> {
  const entries: Entry[] = [
    ...posts.map((post) => ({
      key: `post-${post.id}`,
      at: post.published_at,
      to: `/admin/posts/${post.id}`,
      title: titleOf(post),
      state: stateText(post),
      tone: post.is_public ? 'border-success' : post.status === 'published' ? 'border-ember' : 'border-control',
    })),
    ...issues.map((issue) => ({
      key: `issue-${issue.id}`,
      at: issue.starts_at,
      to: `/admin/newsletter?issue=${issue.id}`,
      title: issue.subject,
      state: ISSUE_STATES[issue.status] ?? 'Newsletter',
      tone: 'border-warning',
    })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = calendarDay(Date.parse(entry.at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}
