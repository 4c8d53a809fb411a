import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const user = userEvent.setup();

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});

const copy = adminPost({ id: 31, title: 'Habari (copy)', status: 'draft', is_public: false, revision: 1 });

async function openScreen() {
  server.use(...initialHandlers([adminPost()]));
  renderAdmin('/admin');
  const keys = new Set<string | null>();
  server.use(
    http.post('/api/admin/posts/12/duplicate', ({ request }) => {
      keys.add(request.headers.get('idempotency-key'));
      return HttpResponse.json(copy, { status: 201 });
    }),
    http.get('/api/admin/posts/31', () => HttpResponse.json(copy)),
  );
  return keys;
}

test('the copy opens in the form as a draft', async () => {
  const keys = await openScreen();
  await user.click(await screen.findByRole('button', { name: 'Duplicate Habari' }));
  expect(await screen.findByRole('heading', { name: 'Edit Post' })).toBeVisible();
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Habari (copy)');
  expect(keys.size).toBe(1);
});

test('what was typed is asked about before the copy takes its place', async () => {
  await openScreen();
  await user.type(await screen.findByLabelText(/^Title/), 'Jua');
  await user.click(await screen.findByRole('button', { name: 'Duplicate Habari' }));
  const question = within(await screen.findByRole('dialog', { name: 'Discard unsaved changes?' }));
  expect(screen.getByDisplayValue('Jua')).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Discard changes' }));
  expect(await screen.findByDisplayValue('Habari (copy)')).toBeInTheDocument();
});
