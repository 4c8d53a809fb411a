import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CalendarMonth } from '../../api/types';
import { initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';
import { monthAfter, weeksOf } from './month';

const user = userEvent.setup();

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const november: CalendarMonth = {
  month: '2026-11',
  now: '2026-11-20T09:00:00Z',
  posts: [
    // Past midnight in Nairobi.
    {
      id: 1,
      title: 'Night train',
      slug: 'night',
      status: 'published',
      is_public: true,
      published_at: '2026-11-19T22:30:00Z',
    },
    {
      id: 2,
      title: 'Half written',
      slug: 'half',
      status: 'draft',
      is_public: false,
      published_at: '2026-11-25T06:00:00Z',
    },
  ],
  issues: [{ id: 5, kind: 'daily', status: 'sent', subject: 'Four stories', starts_at: '2026-11-20T03:30:00Z' }],
  is_cut: false,
};

test('posts and newsletters stand on their day of the publication, and open', async () => {
  server.use(
    http.get('/api/admin/calendar', () => HttpResponse.json(november)),
    ...initialHandlers(),
  );
  renderAdmin('/admin/calendar');
  expect(await screen.findByRole('heading', { level: 1, name: 'November 2026' })).toBeVisible();
  const table = within(await screen.findByRole('table', { name: 'November 2026' }));
  const today = table.getByRole('cell', { current: 'date' });
  const [post, issue] = within(today).getAllByRole('link');
  expect(post).toHaveTextContent('Night train01:30 · Public');
  expect(post).toHaveAttribute('href', '/admin/posts/1');
  expect(issue).toHaveTextContent('Four stories06:30 · Newsletter, sent');
  expect(issue).toHaveAttribute('href', '/admin/newsletter?issue=5');
  expect(table.getByRole('link', { name: /Half written/ })).toHaveTextContent('09:00 · Draft');
});

test('on a phone the list begins at today, whether that holds something or not', async () => {
  let data = november;
  server.use(
    http.get('/api/admin/calendar', () => HttpResponse.json(data)),
    ...initialHandlers(),
  );
  renderAdmin('/admin/calendar');
  const days = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  expect(await screen.findByRole('heading', { level: 2, name: 'Friday 20, today' })).toBeVisible();
  expect(days()).toEqual(['Friday 20, today', 'Wednesday 25']);
  expect(screen.queryByText('Earlier this month')).toBeNull();
  cleanup();

  data = { ...november, now: '2026-11-23T09:00:00Z' };
  renderAdmin('/admin/calendar');
  const today = await screen.findByRole('heading', { level: 2, name: 'Monday 23, today' });
  expect(today.closest('section')).toHaveTextContent('Nothing so far.');
  const earlier = screen.getByText('Earlier this month').closest('details');
  expect(earlier).not.toHaveAttribute('open');
  expect(within(earlier as HTMLElement).getByText('Friday 20')).toBeInTheDocument();
});

test('the months before and after stand in the address', async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get('/api/admin/calendar', ({ request }) => {
      const month = new URL(request.url).searchParams.get('month');
      asked.push(month);
      return HttpResponse.json({ ...november, month: month ?? '2026-11', posts: [], issues: [] });
    }),
    ...initialHandlers(),
  );
  const router = renderAdmin('/admin/calendar?month=2026-12');
  await user.click(await screen.findByRole('link', { name: 'Month after, January 2027' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'January 2027' })).toBeVisible();
  expect(router.state.location.search).toBe('?month=2027-01');
  expect(asked).toEqual(['2026-12', '2027-01']);
});

test('that cannot be loaded can be tried again', async () => {
  server.use(
    http.get('/api/admin/calendar', () => HttpResponse.json({ error: 'Busy.', code: 'busy' }, { status: 503 })),
    ...initialHandlers(),
  );
  renderAdmin('/admin/calendar');
  expect(await screen.findByText('The calendar could not be loaded.')).toBeVisible();
  server.use(http.get('/api/admin/calendar', () => HttpResponse.json(november)));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'November 2026' })).toBeVisible();
});

test('weeks begin on Monday and hold the whole month', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual(['', '', '', '', '', '', '2026-11-01']);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  expect(weeksOf('2027-02')).toHaveLength(4);
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});
