import type { DeskToday } from '../../api/types';
import { calendarDay, formatDay, formatTime } from '../time/publication-time';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** "Wednesday, 25 Nov 2026" in the publication's calendar. */
export function dayName(utc: string): string {
  const weekday = WEEKDAYS[new Date(`${calendarDay(Date.parse(utc))}T00:00Z`).getUTCDay()];
  return `${weekday}, ${formatDay(utc)}`;
}

/** How it stands with the daily newsletter, in one sentence or two. */
export function dailyText({ state, next_at }: NonNullable<DeskToday['daily']>, now: string): string {
  const next = next_at ? ` The next one goes out ${whenText(next_at, now)}.` : '';
  switch (state) {
    case 'off':
      return 'The daily newsletter is off.';
    case 'ahead':
      return `The daily newsletter goes out ${next_at ? whenText(next_at, now) : 'today'}.`;
    case 'skipped':
      return `There was no daily newsletter today.${next}`;
    case 'waiting':
    case 'sending':
      return "Today's newsletter is going out now.";
    case 'paused':
      return "Today's newsletter is paused.";
    case 'sent':
      return `Today's newsletter was sent.${next}`;
    case 'undone':
      return `Today's newsletter was taken back.${next}`;
  }
}

/** "at 06:30", "at 06:30 tomorrow", "at 06:30 on 27 Nov 2026" */
function whenText(at: string, now: string): string {
  const [day, today, tomorrow] = [Date.parse(at), Date.parse(now), Date.parse(now) + DAY_MS].map((ms) =>
    calendarDay(ms),
  );
  const time = `at ${formatTime(at)}`;
  if (day === today) return time;
  return day === tomorrow ? `${time} tomorrow` : `${time} on ${formatDay(at)}`;
}

/** Something that goes out at a moment, and where it is looked at. */
export type NextUp = { key: string; at: string; to: string; title: string; what: string };

/** Scheduled posts and issues together, by time; six at most. */
export function nextUp({ next_posts, next_issues }: DeskToday): NextUp[] {
  const posts = next_posts.map(({ id, title, published_at }) => ({
    key: `post-${id}`,
    at: published_at,
    to: `/admin/posts/${id}`,
    title,
    what: 'Post',
  }));
  const issues = next_issues.map(({ id, subject, starts_at }) => ({
    key: `issue-${id}`,
    at: starts_at,
    to: `/admin/newsletter?issue=${id}`,
    title: subject,
    what: 'Newsletter',
  }));
  return [...posts, ...issues].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(0, 6);
}
