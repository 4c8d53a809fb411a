import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { EmailLog } from '../../api/types';
import { initialHandlers, openForm, renderAdmin, staffToken, tokenOf } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const user = userEvent.setup();

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

function mail(id: number, over: Partial<EmailLog> = {}): EmailLog {
  const at = '2026-11-19T06:30:00Z';
  const kind = 'verify_email' as const;
  return {
    id,
    recipient: 'juma@example.com',
    subject: `Letter ${id}`,
    kind,
    status: 'sent',
    error: null,
    attempts: 1,
    created_at: at,
    tried_at: at,
    sent_at: at,
    ...over,
  };
}

const answer = (mails: EmailLog[], total: number) =>
  HttpResponse.json({ data: mails, total, page: 1, per_page: 3, next: null });

test('the sidebar shows the latest three, Admin Tools how many there are; both again after a change', async () => {
  const asked: string[] = [];
  const shown = [
    mail(9),
    mail(8, { status: 'retrying', sent_at: null }),
    mail(7, { status: 'uncertain', sent_at: null }),
  ];
  let isDeleted = false;
  server.use(
    http.get('/api/admin/email-logs', ({ request }) => {
      asked.push(new URL(request.url).search);
      return isDeleted ? answer([mail(10), ...shown.slice(0, 2)], 28) : answer(shown, 27);
    }),
    http.delete('/api/admin/posts/12', () => {
      isDeleted = true;
      return HttpResponse.json({ message: 'Post deleted successfully' });
    }),
    ...initialHandlers([adminPost()]),
  );
  renderAdmin('/admin');
  await openForm();
  const sidebar = within(await screen.findByRole('complementary', { name: 'Recent Email Logs' }));
  expect((await sidebar.findAllByRole('listitem')).map((row) => row.textContent)).toEqual([
    'Letter 919 Nov 2026Sent',
    'Letter 8Last try 19 Nov 2026Retrying',
    'Letter 7Last try 19 Nov 2026May have arrived',
  ]);
  const tools = within(screen.getByRole('region', { name: 'Admin Tools' }));
  expect(tools.getByText('Email logs').parentElement).toHaveTextContent('27');
  expect(new Set(asked)).toEqual(new Set(['?per_page=3']));

  await user.click(await screen.findByRole('button', { name: /^Delete/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await sidebar.findByText('Letter 10')).toBeVisible();
  await waitFor(() => expect(tools.getByText('Email logs').parentElement).toHaveTextContent('28'));
});

test('a failure is told, and trying again helps', async () => {
  server.use(
    http.get('/api/admin/email-logs', () => HttpResponse.json({ error: 'No.', code: 'x' }, { status: 400 })),
    ...initialHandlers(),
  );
  renderAdmin('/admin');
  expect(await screen.findByText('Failed to load initial data')).toBeVisible();
  await openForm();
  expect(screen.getByText('Failed to load email logs')).toBeVisible();
  expect(screen.getByText('Not loaded')).toBeVisible();
  server.use(...initialHandlers());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Failed to load initial data')).toBeNull());
  expect(screen.getByText('No e-mails were sent yet.')).toBeVisible();
});

test('only an administrator takes the subscribers along', async () => {
  server.use(...initialHandlers());
  renderAdmin('/admin');
  await screen.findByRole('button', { name: 'Clean Broken Media' });
  expect(screen.queryByRole('button', { name: /^Download CSV.*subscribers/ })).toBeNull();
});

test('an administrator takes them along, and is told when that fails', async () => {
  const claims = { sub: '1', email: 'admin@example.com', exp: Date.now(), is_admin: true, role: 'admin' };
  localStorage.setItem('admin_token', tokenOf(claims));
  server.use(
    ...initialHandlers(),
    http.get('/api/admin/subscribers/csv', () => HttpResponse.json({ error: 'Busy.', code: 'x' }, { status: 503 })),
  );
  renderAdmin('/admin');
  await user.click(await screen.findByRole('button', { name: /^Download CSV.*subscribers/ }));
  await screen.findByText('Busy.');
});
