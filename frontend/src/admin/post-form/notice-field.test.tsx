import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { NoticeAudience, NoticeState } from '../../api/types';
import { initialHandlers, openForm, renderAdmin, staffToken } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const user = userEvent.setup();
const NOTICE = '/api/admin/posts/:id/notify-subscribers';

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** What the screen asked for, in order. */
function recordCalls(): unknown[] {
  const calls: unknown[] = [];
  server.use(
    http.post('/api/admin/posts', () => HttpResponse.json(adminPost({ id: 31 }), { status: 201 })),
    http.put('/api/admin/posts/:id', () => HttpResponse.json(adminPost())),
    http.put('/api/admin/notice-choice', async ({ request }) => {
      const choice = (await request.json()) as NoticeAudience;
      calls.push(['remember', choice]);
      return HttpResponse.json(choice);
    }),
    http.post(NOTICE, async ({ params, request }) => {
      const text = await request.text();
      calls.push(['notify', params.id, text && JSON.parse(text)]);
      return HttpResponse.json({ message: 'Subscribers notified', status: 'notified' });
    }),
    http.delete(NOTICE, ({ params }) => {
      calls.push(['withdraw', params.id]);
      return HttpResponse.json({ message: 'Nobody will be notified.' });
    }),
  );
  return calls;
}

async function openNewPost() {
  renderAdmin('/admin');
  await openForm();
}

async function openEdit(state: Partial<NoticeState>) {
  server.use(...initialHandlers([adminPost()]));
  const unasked: NoticeState = { audience: 'nobody', topics: [], status: 'not_requested', at: null };
  server.use(http.get(NOTICE, () => HttpResponse.json({ ...unasked, ...state })));
  const calls = recordCalls();
  await openNewPost();
  await user.click(await screen.findByRole('button', { name: /^Edit Habari/ }));
  await screen.findByRole('heading', { name: 'Edit Post' });
  return calls;
}

async function fillNewPost() {
  await user.type(screen.getByLabelText(/^Title/), 'Jua');
  await user.selectOptions(screen.getByLabelText(/^Category/), 'tech');
  const surface = screen.getByRole('textbox', { name: 'Content' });
  surface.focus();
  const data = {
    files: [],
    types: ['text/html'],
    getData: (type: string) => (type === 'text/html' ? '<p>Nuru.</p>' : ''),
  };
  fireEvent.paste(surface, { clipboardData: data });
}

const button = () => screen.getByRole('button', { name: 'Save Post' });
// jsdom puts a space before the number; browsers do not.
const option = (name: RegExp) => screen.findByRole('radio', { name });
const topic = (name: string) => screen.findByRole('checkbox', { name: new RegExp(`^${name} ?, `) });
const created = () => screen.findByText('Post created successfully!');

test('a new post is for everyone until another choice, and says how many addresses that is', async () => {
  server.use(...initialHandlers());
  const calls = recordCalls();
  await openNewPost();
  expect(await option(/^Everyone ?, 1,204 addresses$/)).toBeChecked();
  expect(button()).toHaveAccessibleDescription(/E-mails 1,204 addresses a minute after it is published\./);
  await fillNewPost();
  await user.selectOptions(screen.getByLabelText('Status'), 'draft');
  expect(button()).toHaveAccessibleDescription(/E-mails 1,204 addresses once it is published\./);
  await user.click(button());
  await screen.findByText('Subscribers notified');
  expect(calls).toEqual([['notify', '31', '']]);
});

test('topics are chosen with their numbers, and are the preset of the next post', async () => {
  server.use(...initialHandlers());
  const calls = recordCalls();
  await openNewPost();
  await fillNewPost();
  await user.click(await option(/^Topics/));
  await user.click(button());
  expect(await screen.findAllByText('Choose the topics whose subscribers are e-mailed')).not.toHaveLength(0);
  const field = screen.getByRole('group', { name: 'E-mail subscribers' });
  expect(field).toHaveAccessibleDescription('Choose the topics whose subscribers are e-mailed');
  await user.click(await topic('Games'));
  await user.click(await topic('Phones and gadgets'));
  expect(await option(/^Topics ?, 37 addresses$/)).toBeChecked();
  expect(button()).toHaveAccessibleDescription(/E-mails 37 addresses a minute after it is published\./);
  expect(calls).toEqual([]);
  await user.click(button());
  await screen.findByText('Subscribers notified');
  const topics = ['games', 'gadgets'];
  expect(calls).toEqual([
    ['remember', { audience: 'topics', topics }],
    ['notify', '31', { topics }],
  ]);
  expect(screen.getByLabelText(/^Title/)).toHaveValue('');
  expect(await option(/^Topics ?, 37 addresses$/)).toBeChecked();
  expect(await topic('Games')).toBeChecked();
});

test('with nobody no call is made, and the next post begins with nobody', async () => {
  server.use(...initialHandlers());
  const calls = recordCalls();
  await openNewPost();
  for (const remembered of [[['remember', { audience: 'nobody', topics: [] }]], []]) {
    calls.length = 0;
    await fillNewPost();
    if (remembered.length > 0) await user.click(await option(/^Nobody$/));
    expect(await option(/^Nobody$/)).toBeChecked();
    expect(button()).toHaveAccessibleDescription(/Nobody is e-mailed\./);
    await user.click(button());
    await waitFor(() => expect(screen.getByLabelText(/^Title/)).toHaveValue(''));
    await waitFor(() => expect(calls).toEqual(remembered));
  }
});

test('a choice survives a save that fails', async () => {
  server.use(...initialHandlers());
  const calls = recordCalls();
  server.use(http.post('/api/admin/posts', () => HttpResponse.error(), { once: true }));
  await openNewPost();
  await fillNewPost();
  await user.click(await option(/^Nobody$/));
  await user.click(button());
  await screen.findByText('Network error - check your connection');
  expect(await option(/^Nobody$/)).toBeChecked();
  await user.click(button());
  await created();
  expect(calls).toEqual([['remember', { audience: 'nobody', topics: [] }]]);
});

test('a choice is restored with the form that was kept in the browser', async () => {
  server.use(...initialHandlers());
  await openNewPost();
  await fillNewPost();
  await user.click(await option(/^Topics/));
  await user.click(await topic('Games'));
  await screen.findByText(/^Unsaved changes, kept in this browser/);
  // Another tab, or this one after a reload.
  document.body.replaceChildren();
  await openNewPost();
  await user.click(await screen.findByRole('button', { name: /^Restore/ }));
  expect(await option(/^Topics ?, 12 addresses$/)).toBeChecked();
  expect(await topic('Games')).toBeChecked();
});

test('a last choice that cannot be read is never taken for another one', async () => {
  server.use(...initialHandlers());
  const calls = recordCalls();
  server.use(http.get('/api/admin/notice-choice', () => HttpResponse.json({}, { status: 500 })));
  await openNewPost();
  await screen.findByText('Failed to load who is e-mailed.');
  await fillNewPost();
  await user.click(button());
  await created();
  await screen.findByText('Failed to notify subscribers');
  expect(calls).toEqual([]);
  server.use(http.get('/api/admin/notice-choice', () => HttpResponse.json({ audience: 'topics', topics: ['games'] })));
  const toast = screen.getByText('Failed to notify subscribers').parentElement as HTMLElement;
  await user.click(within(toast).getByRole('button', { name: 'Try again' }));
  await screen.findByText('Subscribers notified');
  expect(calls).toEqual([['notify', '31', { topics: ['games'] }]]);
});

test('a post that was e-mailed says when and to whom, and is not e-mailed again', async () => {
  const calls = await openEdit({
    audience: 'topics',
    topics: ['games'],
    status: 'notified',
    at: '2026-11-20T06:31:00Z',
  });
  await screen.findByText('E-mailed on 20 Nov 2026, 09:31 to Games. A post is e-mailed once.');
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  expect(button()).toHaveAccessibleDescription(/Nobody is e-mailed again\./);
  await user.click(button());
  await screen.findByText('Post updated successfully!');
  expect(calls).toEqual([]);
});

const remembered = (audience: string) => ['remember', { audience, topics: [] }];

test.each<[string, RegExp, Partial<NoticeState>, unknown[]]>([
  ['for everyone', /^Everyone/, {}, [remembered('everyone'), ['notify', '12', '']]],
  [
    'for nobody',
    /^Nobody/,
    { audience: 'topics', topics: ['games'], status: 'requested' },
    [remembered('nobody'), ['withdraw', '12']],
  ],
  ['for nobody, as it was', /^Nobody/, {}, []],
])(
  'a save of an existing post asks only for what was changed, and keeps it for the next post: %s',
  async (_, name, state, expected) => {
    const post = adminPost();
    const calls = await openEdit(state);
    await option(/^Everyone/);
    await user.click(button());
    await screen.findByText('Post updated successfully!');
    expect(calls).toEqual([]);
    await user.click(await screen.findByRole('button', { name: /^Edit Habari/ }));
    await screen.findByRole('heading', { name: 'Edit Post' });
    await user.click(await option(name));
    await user.click(button());
    await waitFor(() => expect(screen.getAllByText('Post updated successfully!').length).toBeGreaterThan(0));
    await screen.findByRole('heading', { name: 'Create New Post' });
    const ofPost = (call: unknown) =>
      Array.isArray(call) ? call.map((part) => (part === '12' ? `${post.id}` : part)) : call;
    await waitFor(() => expect(calls).toEqual(expected.map(ofPost)));
  },
);
