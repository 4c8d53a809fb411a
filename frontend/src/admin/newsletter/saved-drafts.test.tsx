import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAdmin, staffToken } from '../../testing/admin';
import { answers, gone, savedDraft } from '../../testing/newsletter';
import '../newsletter/newsletter-page'; // loaded here, so that no test waits for the lazy route
import { server } from '../../testing/server';

const user = userEvent.setup();

afterEach(() => vi.unstubAllGlobals());

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

type Call = { method: string; path: string; key: string | null; body: unknown };

/** A server that takes drafts, and notes what it is sent. */
function takesDrafts() {
  const state = answers();
  const calls: Call[] = [];
  const take = async (request: Request) => {
    const { pathname } = new URL(request.url);
    const key = request.headers.get('idempotency-key');
    calls.push({ method: request.method, path: pathname, key, body: await request.json() });
    return HttpResponse.json({ message: 'Draft saved', draft: savedDraft({ version: calls.length }) });
  };
  server.use(
    http.post('/api/newsletter/admin-drafts', ({ request }) => take(request)),
    http.put('/api/newsletter/admin-drafts/:id', ({ request }) => take(request)),
  );
  return { state, calls };
}

/** The next save is answered so; those that follow as before. */
function answerOnce(method: 'post' | 'put', path: string, status: number, body: object) {
  server.use(http[method](path, () => HttpResponse.json(body, { status }), { once: true }));
}

const changed = (current: object) => ({ error: 'Changed.', message: 'Changed.', code: 'issue_draft.changed', current });
const subject = () => screen.findByLabelText<HTMLInputElement>(/^Subject/);
const save = async (name = 'Save draft') => user.click(await screen.findByRole('button', { name }));
const autosaves = () => Object.keys(localStorage).filter((key) => key.startsWith('mwanga-unsaved-newsletter'));
const open = async () => user.click(await screen.findByRole('button', { name: 'Open Light for less' }));
const DRAFT = '/api/newsletter/admin-drafts/5';

test('a newsletter is saved as a draft, and the next save changes that one', async () => {
  const { state, calls } = takesDrafts();
  renderAdmin('/admin/newsletter');
  expect(screen.queryByRole('heading', { name: 'Drafts' })).toBeNull();
  await user.type(await subject(), '!');
  state.saved = [savedDraft({ subject: 'Draft 1!' })];
  await save();
  await screen.findByText('Draft saved');
  expect(await screen.findByText('In the form')).toBeVisible();
  expect(autosaves()).toEqual([]);
  expect(screen.queryByText(/^Unsaved changes/)).toBeNull();

  await user.type(await subject(), '!');
  expect(await screen.findByText(/^Unsaved changes/)).toBeVisible();
  await save();
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/newsletter/admin-drafts',
    'PUT /api/newsletter/admin-drafts/5',
  ]);
  expect(calls[0]?.body).toMatchObject({ subject: 'Draft 1!', html: '<p>Digest</p>', send_at: null });
  expect(calls[1]?.body).toMatchObject({ subject: 'Draft 1!!', version: 1 });
});

test('what is typed while it is saved stays unsaved', async () => {
  takesDrafts();
  let answer: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post('/api/newsletter/admin-drafts', async () => {
      await asked;
      return HttpResponse.json({ message: 'Draft saved', draft: savedDraft() }, { status: 201 });
    }),
  );
  renderAdmin('/admin/newsletter');
  await user.type(await subject(), '!');
  await save();
  await user.type(await subject(), '?');
  answer();
  await screen.findByText('Draft saved');
  expect(await subject()).toHaveValue('Draft 1!?');
  expect(await screen.findByText(/^Unsaved changes/)).toBeVisible();
});

test('a draft is opened with all its words, and sent as that draft', async () => {
  const { state } = takesDrafts();
  state.saved = [savedDraft(), savedDraft({ id: 6, subject: '', saved_by: null })];
  renderAdmin('/admin/newsletter');
  expect(await screen.findByText('Untitled')).toBeVisible();
  expect(screen.getByText(/^Saved by Amina, /)).toBeVisible();
  await open();
  await waitFor(async () => expect(await subject()).toHaveValue('Light for less'));
  expect(screen.getByLabelText(/^Preview text/)).toHaveValue('Two lamps');
  await user.click(screen.getByRole('button', { name: 'Text' }));
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveTextContent('Saved words.');
  expect(screen.getByLabelText('Time')).toHaveValue('2026-12-01T06:30');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Readers' })).toHaveValue('gadgets'));
  await user.click(screen.getByRole('button', { name: 'Schedule Newsletter' }));
  await waitFor(() => expect(state.sent).toHaveLength(1));
  expect(state.sent).toMatchObject([{ subject: 'Light for less', draft: { id: 5, version: 3 } }]);
});

test('opening a draft keeps what was typed, to be restored', async () => {
  const { state } = takesDrafts();
  state.saved = [savedDraft()];
  renderAdmin('/admin/newsletter');
  await user.type(await subject(), ', not saved');
  await open();
  await waitFor(async () => expect(await subject()).toHaveValue('Light for less'));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await subject()).toHaveValue('Draft 1, not saved');
  expect(screen.queryByText('In the form')).toBeNull();
});

test('where the browser keeps nothing a draft is not opened over what was typed', async () => {
  const { state } = takesDrafts();
  state.saved = [savedDraft()];
  renderAdmin('/admin/newsletter');
  await user.type(await subject(), ', not saved');
  const refuse = () => {
    throw new Error('full');
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(localStorage, { get: (storage, name) => (name === 'setItem' ? refuse : Reflect.get(storage, name)) }),
  );
  await open();
  await screen.findByText(/keeps no copy of what you wrote/);
  expect(await subject()).toHaveValue('Draft 1, not saved');
});

test('a draft that somebody else saved meanwhile: mine is saved over theirs, or theirs is loaded', async () => {
  const { state, calls } = takesDrafts();
  state.saved = [savedDraft()];
  const theirs = savedDraft({ version: 4, subject: 'Their lamps', saved_by: 'Juma' });
  renderAdmin('/admin/newsletter');
  await open();
  await waitFor(async () => expect(await subject()).toHaveValue('Light for less'));
  await user.type(await subject(), ', mine');
  answerOnce('put', DRAFT, 409, changed(theirs));
  await save();
  let dialog = within(await screen.findByRole('dialog', { name: 'This draft was changed meanwhile' }));
  expect(dialog.getByText(/^Juma saved it at /)).toBeVisible();
  expect(dialog.getByRole('row', { name: /^Subject/ })).toHaveTextContent('Light for less, mine');
  expect(dialog.getAllByRole('row')).toHaveLength(2);
  await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
  await screen.findByText('Draft saved');
  expect(calls).toMatchObject([{ method: 'PUT', body: { version: 4, subject: 'Light for less, mine' } }]);
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.type(await subject(), '!');
  answerOnce('put', DRAFT, 409, changed(theirs));
  await save();
  dialog = within(await screen.findByRole('dialog', { name: 'This draft was changed meanwhile' }));
  await user.click(dialog.getByRole('button', { name: 'Load theirs' }));
  await waitFor(async () => expect(await subject()).toHaveValue('Their lamps'));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await subject()).toHaveValue('Light for less, mine!');
});

test('a send of a draft that was changed sends nothing and shows what it says now', async () => {
  const { state } = takesDrafts();
  state.saved = [savedDraft()];
  renderAdmin('/admin/newsletter');
  await open();
  await waitFor(async () => expect(await subject()).toHaveValue('Light for less'));
  answerOnce('post', '/api/newsletter/admin-send', 409, changed(savedDraft({ version: 4, subject: 'Theirs' })));
  await user.click(screen.getByRole('button', { name: 'Schedule Newsletter' }));
  expect(await screen.findByRole('dialog', { name: 'This draft was changed meanwhile' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to the form' }));
  expect(await subject()).toHaveValue('Light for less');
});

test('a draft that is gone leaves its words in the form, to be saved as a new one', async () => {
  const { state, calls } = takesDrafts();
  state.saved = [savedDraft()];
  renderAdmin('/admin/newsletter');
  await open();
  await waitFor(async () => expect(await subject()).toHaveValue('Light for less'));
  state.saved = [];
  answerOnce('put', DRAFT, 404, gone);
  await save();
  expect(await screen.findByText('This draft is gone.')).toBeVisible();
  expect(await subject()).toHaveValue('Light for less');
  await waitFor(() => expect(autosaves()).toHaveLength(1));
  await save('Save as a new draft');
  await waitFor(() => expect(calls).toMatchObject([{ method: 'POST', body: { subject: 'Light for less' } }]));
  expect(await screen.findByRole('button', { name: 'Save draft' })).toBeVisible();
});

test('a save whose answer was lost makes no second draft, whatever was typed since', async () => {
  const { calls } = takesDrafts();
  const keys: (string | null)[] = [];
  const lost = http.post(
    '/api/newsletter/admin-drafts',
    ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return HttpResponse.error();
    },
    { once: true },
  );
  server.use(lost);
  renderAdmin('/admin/newsletter');
  await user.type(await subject(), '!');
  await save();
  await screen.findAllByText('Failed to save the draft');
  await user.type(await subject(), '?');
  server.use(
    http.post('/api/newsletter/admin-drafts', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      const problem = { error: 'Used.', message: 'Used.', code: 'request.key_reused' };
      return HttpResponse.json({ ...problem, current: savedDraft({ version: 1 }) }, { status: 422 });
    }),
  );
  await save();
  await screen.findByText('Draft saved');
  expect(keys[0]).toBe(keys[1]);
  expect(calls).toMatchObject([{ method: 'PUT', path: DRAFT, body: { version: 1, subject: 'Draft 1!?' } }]);
});

test('a draft is deleted after a question, and its words stay in the form', async () => {
  const { state } = takesDrafts();
  state.saved = [savedDraft()];
  const deleted: string[] = [];
  server.use(
    http.delete('/api/newsletter/admin-drafts/:id', ({ params }) => {
      deleted.push(String(params.id));
      state.saved = [];
      return HttpResponse.json({ message: 'Draft deleted' });
    }),
  );
  renderAdmin('/admin/newsletter');
  await open();
  await screen.findByText('In the form');
  await user.click(screen.getByRole('button', { name: 'Delete Light for less' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Light for less”?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(deleted).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete Light for less' }));
  await user.click(await screen.findByRole('button', { name: 'Delete draft' }));
  await screen.findByText('Draft deleted');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Drafts' })).toBeNull());
  expect(deleted).toEqual(['5']);
  expect(await subject()).toHaveValue('Light for less');
  expect(await screen.findByRole('button', { name: 'Save as a new draft' })).toBeVisible();
  await waitFor(() => expect(autosaves()).toHaveLength(1));
});

test('a new newsletter is begun beside an open draft', async () => {
  const { state } = takesDrafts();
  state.saved = [savedDraft()];
  renderAdmin('/admin/newsletter');
  await open();
  await user.click(await screen.findByRole('button', { name: 'Start a new one' }));
  await waitFor(async () => expect(await subject()).toHaveValue('Draft 2'));
  expect(await screen.findByRole('button', { name: 'Open Light for less' })).toBeVisible();
});

test('sent and undone the form is of its draft in the next version', async () => {
  const { state, calls } = takesDrafts();
  state.saved = [savedDraft()];
  renderAdmin('/admin/newsletter');
  await open();
  await waitFor(async () => expect(await subject()).toHaveValue('Light for less'));
  await user.selectOptions(screen.getByLabelText(/^Goes out/), 'Now');
  await user.click(screen.getByRole('button', { name: 'Send Newsletter' }));
  expect(await screen.findByRole('button', { name: 'Save draft' })).toBeDisabled();
  const card = within(await screen.findByRole('region', { name: 'Light this week' }));
  await user.click(await card.findByRole('button', { name: /^Take it back/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save draft' })).toBeEnabled());
  await user.type(await subject(), '!');
  await save();
  await waitFor(() => expect(calls).toMatchObject([{ method: 'PUT', path: DRAFT, body: { version: 4 } }]));
});
