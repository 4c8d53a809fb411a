import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DeskToday } from '../../api/types';
import { adminToken, initialHandlers, renderAdmin, staffToken, today, tokenOf } from '../../testing/admin';
import { server } from '../../testing/server';
import { dailyText } from './today-text';

const user = userEvent.setup();

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** The desk with this answer about today. */
async function openDesk(answer: Partial<DeskToday>) {
  server.use(
    http.get('/api/admin/desk', () => HttpResponse.json({ ...today, ...answer })),
    ...initialHandlers(),
  );
  const router = renderAdmin('/admin');
  const day = within(await screen.findByRole('region', { name: 'Friday, 20 Nov 2026' }));
  return { day, router };
}

test('leads a contributor, too, to a new post that is alone', async () => {
  localStorage.setItem('admin_token', tokenOf({ sub: '9', exp: 4_000_000_000, is_admin: true, role: 'contributor' }));
  const { day } = await openDesk({});
  expect(day.getByRole('link', { name: 'Write' })).toHaveAttribute('href', '/admin/posts/new');
});

test('says what waits and what goes out next, and leads to it', async () => {
  const { day, router } = await openDesk({
    drafts: 3,
    in_review: 2,
    scheduled: 1,
    next_posts: [
      {
        id: 7,
        title: 'Heat of a city',
        slug: 'heat',
        status: 'published',
        is_public: false,
        published_at: '2026-11-20T13:00:00Z',
      },
    ],
    next_issues: [
      { id: 4, kind: 'manual', status: 'waiting', subject: 'Weekend reading', starts_at: '2026-11-21T03:30:00Z' },
    ],
    last_backup_at: new Date(Date.now() - 9 * 3_600_000).toISOString(),
  });
  expect(
    day.getByText(/The daily newsletter goes out at 06:30 tomorrow\. The last backup is 9 hours old\./),
  ).toBeVisible();
  const next = await screen.findByRole('region', { name: 'What goes out next' });
  const [post, issue] = within(next).getAllByRole('link');
  expect(post).toHaveTextContent('16:00Heat of a cityPost');
  expect(post).toHaveAttribute('href', '/admin/posts/7');
  expect(issue).toHaveTextContent('21 Nov 06:30Weekend readingNewsletter');
  expect(screen.queryByText('To look at')).not.toBeInTheDocument();
  await user.click(day.getByRole('link', { name: '2 in review' }));
  expect(router.state.location.search).toBe('?status=in_review');
});

test('tells administrators what is amiss', async () => {
  localStorage.setItem('admin_token', adminToken());
  await openDesk({
    problems: [{ subject: 'Free space', state: 'broken', finding: 'There are 20 MB left.', advice: null }],
  });
  const problems = within(await screen.findByRole('region', { name: 'To look at' }));
  expect(problems.getByText(/There are 20 MB left\./)).toBeVisible();
  expect(problems.getByLabelText('Broken')).toBeVisible();
  expect(problems.getByRole('link', { name: /See all checks/ })).toHaveAttribute('href', '/admin/doctor');
});

test('contributors read about their own posts alone', async () => {
  localStorage.setItem('admin_token', tokenOf({ sub: '9', exp: 4_000_000_000, is_admin: true, role: 'contributor' }));
  const { day } = await openDesk({ drafts: 1, daily: null, last_backup_at: null });
  expect(day.getByRole('link', { name: '1 draft of yours' })).toBeVisible();
  expect(day.queryByText(/newsletter/)).not.toBeInTheDocument();
});

test('that cannot be loaded leaves the list alone, and can be tried again', async () => {
  server.use(
    http.get('/api/admin/desk', () => HttpResponse.json({ error: 'Busy.', code: 'busy' }, { status: 503 })),
    ...initialHandlers(),
  );
  renderAdmin('/admin');
  expect(await screen.findByText(/Today’s overview could not be loaded/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'All Posts' })).toBeVisible();
  expect(screen.queryByText('Failed to load initial data')).not.toBeInTheDocument();
  server.use(http.get('/api/admin/desk', () => HttpResponse.json({ ...today, drafts: 8 })));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: '8 drafts' })).toBeVisible();
});

test.each([
  ['off', null, 'The daily newsletter is off.'],
  ['ahead', '2026-11-20T10:30:00Z', 'The daily newsletter goes out at 13:30.'],
  ['skipped', '2026-11-21T03:30:00Z', 'There was no daily newsletter today. The next one goes out at 06:30 tomorrow.'],
  ['sending', '2026-11-21T03:30:00Z', "Today's newsletter is going out now."],
  ['paused', null, "Today's newsletter is paused."],
  ['sent', '2026-11-23T03:30:00Z', "Today's newsletter was sent. The next one goes out at 06:30 on 23 Nov 2026."],
  ['undone', null, "Today's newsletter was taken back."],
] as const)('the daily newsletter that is %s is told in words', (state, next_at, text) => {
  expect(dailyText({ state, next_at }, '2026-11-20T09:00:00Z')).toBe(text);
});
