import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { flushSync } from 'react-dom';
import toast from 'react-hot-toast';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { adminRoutes } from '../admin/routes';
import '../admin/post-form/post-form'; // loaded here, so that no test waits for what is lazy
import '../admin/posts/posts-page';
import type { AdminPost, DeskToday, SiteStatus } from '../api/types';
import { Toaster } from '../ui/toaster';

/** A token as the browser reads one. The signature is nobody's business here. */
export function tokenOf(claims: Record<string, unknown>): string {
  return `header.${btoa(JSON.stringify(claims))}.signature`;
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

export const staffToken = () =>
  tokenOf({ sub: '1', email: 'editor@example.com', exp: inAnHour(), is_admin: true, role: 'editor' });

export const adminToken = () =>
  tokenOf({ sub: '1', email: 'admin@example.com', exp: inAnHour(), is_admin: true, role: 'admin' });

export const readerToken = () => tokenOf({ sub: '2', email: 'reader@example.com', exp: inAnHour(), is_admin: false });

/** The admin area at `path`, signed in unless the test emptied the slot. */
export function renderAdmin(path: string) {
  toast.remove();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(adminRoutes(), { initialEntries: [path] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} useTransitions={false} flushSync={(draw) => void flushSync(draw)} />
      <Toaster />
    </QueryClientProvider>,
  );
  return router;
}

/** Opens the form on the desk, once its categories are there. */
export async function openForm() {
  await userEvent.click(await screen.findByRole('button', { name: 'Create New Post' }));
  await within(await screen.findByLabelText(/^Category/)).findByRole('option', { name: 'Tech' });
}

/** How a site is set up that is well and makes no backups. */
export const siteStatus: SiteStatus = {
  mail_leaves: true,
  held: false,
  backup: { scheduled: false, last_good_at: null, overdue: false, tested_at: null },
  default_access: 'everyone',
  set_up: 'none',
};

/** A day on which nothing waits, at noon in Nairobi. */
export const today: DeskToday = {
  now: '2026-11-20T09:00:00Z',
  drafts: 0,
  in_review: 0,
  scheduled: 0,
  next_posts: [],
  daily: { state: 'ahead', next_at: '2026-11-21T03:30:00Z' },
  next_issues: [],
  last_backup_at: null,
  problems: null,
};

/** Who is e-mailed about a post: everyone the last time, of 1,204 addresses; 30 of them chose a topic, 12 another. */
function noticeHandlers() {
  const topics = [
    { id: 'gadgets', name: 'Phones and gadgets', text: '' },
    { id: 'games', name: 'Games', text: '' },
  ];
  const sizes: Record<string, number> = { gadgets: 30, games: 12, 'gadgets,games': 37 };
  return [
    http.get('/api/admin/notice-choice', () => HttpResponse.json({ audience: 'everyone', topics: [] })),
    http.put('/api/admin/notice-choice', async ({ request }) => HttpResponse.json(await request.json())),
    http.get('/api/admin/posts/:id/notify-subscribers', () =>
      HttpResponse.json({ audience: 'nobody', topics: [], status: 'not_requested', at: null }),
    ),
    http.get('/api/newsletter/admin-audience', ({ request }) => {
      const chosen = new URL(request.url).searchParams.get('topics');
      return HttpResponse.json({ audience: chosen === null ? 1204 : sizes[chosen], is_notice_limit_reached: false });
    }),
    http.get('/api/newsletter/admin-audience/topics', () =>
      HttpResponse.json({ data: topics.map(({ id }) => ({ id, audience: sizes[id] })) }),
    ),
    http.get('/api/newsletter/topics', () =>
      HttpResponse.json({ groups: [{ id: 'tech-ai', name: 'Tech & AI', topics }] }),
    ),
  ];
}

/** What the admin screen reads when it opens, with `posts` in the list. */
export function initialHandlers(posts: AdminPost[] = []) {
  return [
    http.get('/api/site', () => HttpResponse.json({ brand: 'Mwanga', categories: [] })),
    http.get('/api/auth/admin/register', () => HttpResponse.json({ first_account: null })),
    http.get('/api/admin/status', () => HttpResponse.json(siteStatus)),
    http.get('/api/admin/desk', () => HttpResponse.json(today)),
    http.get('/api/admin/categories', () => HttpResponse.json([{ id: 3, name: 'Tech', slug: 'tech' }])),
    http.get('/api/admin/todays-picks', () => HttpResponse.json({ data: [] })),
    http.get('/api/admin/upload-config', () =>
      HttpResponse.json({ max_file_size_mb: 100, allowed_extensions: ['jpg', 'png', 'mp4'], timeout_seconds: 120 }),
    ),
    ...noticeHandlers(),
    http.post('/api/admin/posts/:id/notify-subscribers', () =>
      HttpResponse.json({ message: 'Subscribers notified', status: 'notified' }),
    ),
    http.get('/api/admin/email-logs', () =>
      HttpResponse.json({ data: [], total: 0, page: 1, per_page: 3, next: null }),
    ),
    http.get('/api/admin/subscriptions', () =>
      HttpResponse.json({ data: [], total: 0, page: 1, per_page: 1, next: null }),
    ),
    http.get('/api/admin/posts/same-title', () => HttpResponse.json({ data: [] })),
    http.get('/api/admin/posts/:id/links', () => HttpResponse.json({ data: [], state: 'idle' })),
    http.get('/api/admin/media', () => HttpResponse.json({ data: [], per_page: 50, next: null })),
    http.get('/api/admin/posts', () =>
      HttpResponse.json({
        data: posts.map((post) => ({ ...post, week_views: 0 })),
        total: posts.length,
        page: 1,
        per_page: 5,
        next: null,
      }),
    ),
    ...posts.map((post) => http.get(`/api/admin/posts/${post.id}`, () => HttpResponse.json(post))),
  ];
}
