import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AdminCorrectionList } from '../../api/types';
import { initialHandlers, renderAdmin, staffToken, tokenOf } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const user = userEvent.setup();
const PATH = '/api/admin/posts/12/corrections';

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const correction = (text: string, id = 3) => ({ id, author: 'amina', text, created_at: '2026-12-01T06:00:00.000Z' });
const change = (action: 'added' | 'withdrawn', text: string) => ({
  correction_id: 3,
  action,
  by: 'amina',
  text,
  created_at: '2026-12-01T06:00:00.000Z',
});

async function openForm(post = adminPost()) {
  server.use(...initialHandlers([post]));
  renderAdmin('/admin');
  await user.click(await screen.findByRole('button', { name: /^Edit Habari/ }));
  await screen.findByRole('heading', { name: 'Edit Post' });
}

async function openDialog(list: () => AdminCorrectionList) {
  server.use(http.get(PATH, () => HttpResponse.json(list())));
  await user.click(await screen.findByRole('button', { name: 'Corrections' }));
  return within(await screen.findByRole('dialog', { name: 'Corrections' }));
}

test('what was typed outlives a failed call and a closed dialog, and is published once', async () => {
  await openForm();
  const list: AdminCorrectionList = { data: [], changes: [] };
  const keys = new Set<string | null>();
  let fails = true;
  let dialog = await openDialog(() => list);
  server.use(
    http.post(PATH, async ({ request }) => {
      keys.add(request.headers.get('idempotency-key'));
      if (fails) {
        const body = { error: 'No.', message: 'No.', code: 'post.invalid', fields: { text: 'Say what was wrong.' } };
        return HttpResponse.json(body, { status: 422 });
      }
      const { text } = (await request.json()) as { text: string };
      list.data.push(correction(text));
      list.changes.push(change('added', text));
      return HttpResponse.json(correction(text), { status: 201 });
    }),
  );
  const publish = () => user.click(dialog.getByRole('button', { name: 'Publish correction' }));
  expect(dialog.getByRole('button', { name: 'Publish correction' })).toBeDisabled();
  await user.type(dialog.getByLabelText('New correction'), 'It is 9.');
  await publish();
  expect(await dialog.findByText('Say what was wrong.')).toBeVisible();
  await user.keyboard('{Escape}');
  dialog = await openDialog(() => list);
  expect(dialog.getByLabelText('New correction')).toHaveValue('It is 9.');
  fails = false;
  await publish();
  expect(await within(await dialog.findByRole('list', { name: 'Corrections' })).findByText('It is 9.')).toBeVisible();
  expect(dialog.getByLabelText('New correction')).toHaveValue('');
  expect(await dialog.findByText('Correction published')).toBeVisible();
});

test('one is withdrawn after a question, and stays in the history', async () => {
  await openForm();
  const list: AdminCorrectionList = { data: [correction('It is 9.')], changes: [change('added', 'It is 9.')] };
  const dialog = await openDialog(() => list);
  const withdrawn = vi.fn();
  server.use(
    http.delete('/api/admin/corrections/3', () => {
      withdrawn();
      list.data = [];
      list.changes.unshift(change('withdrawn', 'It is 9.'));
      return HttpResponse.json({ message: 'Correction withdrawn.' });
    }),
  );
  await user.click(await dialog.findByRole('button', { name: 'Withdraw' }));
  const question = within(await screen.findByRole('dialog', { name: 'Withdraw this correction?' }));
  expect(withdrawn).not.toHaveBeenCalled();
  await user.click(question.getByRole('button', { name: 'Withdraw' }));
  expect(await dialog.findByText('This post has no correction.')).toBeVisible();
  expect(await dialog.findByText('Correction withdrawn')).toBeVisible();
});

test('authors add corrections, and leave changing them to editors', async () => {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: '1', email: 'author@example.com', exp, is_admin: true, role: 'author' };
  localStorage.setItem('admin_token', tokenOf(claims));
  await openForm();
  const dialog = await openDialog(() => ({ data: [correction('It is 9.')], changes: [] }));
  expect(await dialog.findByText('It is 9.')).toBeVisible();
  expect(dialog.getByLabelText('New correction')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /Change|Withdraw/ })).toBeNull();
});

test('a post that nobody has read has no corrections and no mark of an update', async () => {
  await openForm(adminPost({ status: 'draft', is_public: false }));
  expect(screen.queryByRole('button', { name: 'Corrections' })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: /^Show readers/ })).toBeNull();
});
