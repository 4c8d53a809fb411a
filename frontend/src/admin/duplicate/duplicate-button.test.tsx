import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { initialHandlers, openForm, renderAdmin, staffToken } from '../../testing/admin';
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
  const router = renderAdmin('/admin');
  const keys = new Set<string | null>();
  server.use(
    http.post('/api/admin/posts/12/duplicate', ({ request }) => {
      keys.add(request.headers.get('idempotency-key'));
      return HttpResponse.json(copy, { status: 201 });
    }),
    http.get('/api/admin/posts/31', () => HttpResponse.json(copy)),
  );
  return { keys, router };
}

test('the copy opens as a draft on a page of its own', async () => {
  localStorage.setItem('desk-density', 'roomy');
  const { keys, router } = await openScreen();
  await user.click(await screen.findByRole('button', { name: 'Duplicate Habari' }));
  expect(await screen.findByRole('heading', { name: 'Edit Post' })).toBeVisible();
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Habari (copy)');
  expect(router.state.location.pathname).toBe('/admin/posts/31');
  expect(keys.size).toBe(1);
});

test('what was typed is asked about before the copy takes its place', async () => {
  localStorage.setItem('desk-density', 'roomy');
  await openScreen();
  await openForm();
  await user.type(screen.getByLabelText(/^Title/), 'Jua');
  await user.click(await screen.findByRole('button', { name: 'Duplicate Habari' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  expect(screen.getByDisplayValue('Jua')).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Leave' }));
  expect(await screen.findByDisplayValue('Habari (copy)')).toBeInTheDocument();
});
