import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Subscriber } from '../../api/types';
import { adminToken, initialHandlers, renderAdmin } from '../../testing/admin';
import { server } from '../../testing/server';

const user = userEvent.setup();

beforeEach(() => {
  localStorage.setItem('admin_token', adminToken());
  server.use(...initialHandlers());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const amina: Subscriber = {
  id: 1,
  email: 'amina@example.com',
  status: 'bounced',
  suppressed: true,
  reason: '550 5.1.1 User unknown',
  since: '2026-11-19T06:30:00Z',
};
const juma: Subscriber = {
  ...amina,
  id: 2,
  email: 'juma@example.com',
  status: 'confirmed',
  suppressed: false,
  reason: null,
};

const page = (data: Subscriber[], total?: number) =>
  HttpResponse.json({ data, total, page: 1, per_page: 20, next: null });

test('a refused address is shown with the reason, and newsletters go to it again after a question', async () => {
  const lifted: string[] = [];
  server.use(
    http.get('/api/admin/subscribers', () =>
      page(
        lifted.length > 0 ? [{ ...amina, status: 'confirmed', suppressed: false, reason: null }, juma] : [amina, juma],
        2,
      ),
    ),
    http.post('/api/admin/subscribers/:id/lift', ({ params }) => {
      lifted.push(String(params.id));
      return HttpResponse.json({ ...amina, status: 'confirmed', suppressed: false, reason: null });
    }),
  );
  renderAdmin('/admin/subscribers');
  expect(await screen.findByText('2 subscribers, newest first.')).toBeVisible();
  const row = within(screen.getByRole('row', { name: /amina@example\.com/ }));
  expect(row.getByText('Refused')).toBeVisible();
  expect(row.getByText('550 5.1.1 User unknown')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^Send again/ })).toHaveLength(1);

  await user.click(row.getByRole('button', { name: /^Send again/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(lifted).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Newsletters go to amina@example.com again.')).toBeInTheDocument();
  expect(lifted).toEqual(['1']);
  expect(screen.queryByRole('button', { name: /^Send again/ })).not.toBeInTheDocument();
});

test('who is no administrator is told so', async () => {
  server.use(
    http.get('/api/admin/subscribers', () =>
      HttpResponse.json({ error: 'Only administrators may do this.', code: 'auth.forbidden' }, { status: 403 }),
    ),
  );
  renderAdmin('/admin/subscribers');
  expect(await screen.findByRole('alert')).toHaveTextContent('Only administrators may do this.');
});

test('an empty list says what it is empty of', async () => {
  server.use(http.get('/api/admin/subscribers', () => page([], 0)));
  renderAdmin('/admin/subscribers');
  expect(await screen.findByText('Nobody has signed up for newsletters yet.')).toBeVisible();
});
