import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PostInput } from '../../api/types';
import '../posts/post-page'; // loaded here, so that no test waits for the lazy route
import { initialHandlers, openForm, renderAdmin, staffToken } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const user = userEvent.setup();

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const title = () => screen.getByLabelText(/^Title/);
const ctrlS = () => fireEvent.keyDown(window, { code: 'KeyS', ctrlKey: true });

async function open(path: string, post = adminPost()) {
  server.use(...initialHandlers([post]));
  const router = renderAdmin(path);
  if (path === '/admin') await openForm();
  else await within(await screen.findByLabelText(/^Category/)).findByRole('option', { name: 'Tech' });
  return router;
}

async function write() {
  await user.type(title(), 'Jua');
  await user.selectOptions(screen.getByLabelText(/^Category/), 'tech');
  const surface = screen.getByRole('textbox', { name: 'Content' });
  surface.focus();
  const getData = (type: string) => (type === 'text/html' ? '<p>Light.</p>' : '');
  fireEvent.paste(surface, { clipboardData: { files: [], types: ['text/html'], getData } });
}

/** A server that creates post 31 and counts its revisions; `sent` has what came, in order. */
function takesSaves() {
  const sent: Record<string, unknown>[] = [];
  const saved = () => adminPost({ id: 31, slug: 'jua', title: 'Jua', status: 'draft', revision: sent.length });
  server.use(
    http.post('/api/admin/posts', async ({ request }) => {
      sent.push({ call: 'POST', ...Object.fromEntries(await request.formData()) });
      return HttpResponse.json(saved(), { status: 201 });
    }),
    http.put('/api/admin/posts/31', async ({ request }) => {
      sent.push({ call: 'PUT', ...((await request.json()) as PostInput) });
      return HttpResponse.json(saved());
    }),
    http.get('/api/admin/posts/31/notes', () => HttpResponse.json({ data: [], people: [] })),
  );
  return sent;
}

describe('Save Draft', () => {
  test('stays in the post, and what was typed meanwhile is unsaved', async () => {
    await open('/admin');
    const sent = takesSaves();
    await write();
    await user.click(screen.getByRole('button', { name: 'Save Draft' }));
    await screen.findByText(/^Draft saved at/);
    expect(screen.getByRole('heading', { name: 'Edit Post' })).toBeInTheDocument();
    expect(title()).toHaveValue('Jua');
    await waitFor(() => expect(screen.queryByText(/^Unsaved changes/)).not.toBeInTheDocument());
    await user.type(title(), ' kali');
    await screen.findByText(/^Unsaved changes/);
    ctrlS();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toMatchObject([
      { call: 'POST', title: 'Jua', status: 'draft' },
      { call: 'PUT', title: 'Jua kali', status: 'draft', revision: 1 },
    ]);
    // What it is to become stays chosen: the button publishes it.
    expect(screen.getByLabelText(/^Status/)).toHaveValue('published');
    await user.click(screen.getByRole('button', { name: 'Save Post' }));
    await screen.findByText('Post updated successfully!');
    expect(sent[2]).toMatchObject({ call: 'PUT', status: 'published', revision: 2 });
    expect(title()).toHaveValue('');
  });

  test('is refused for no field: all else is saved, and each says what is wrong with it', async () => {
    const post = adminPost({ id: 31, status: 'draft', slug: 'jua', tags: 'solar' });
    await open('/admin/posts/31', post);
    const sent: PostInput[] = [];
    const refuse = (status: number, body: object) => HttpResponse.json({ message: '', ...body }, { status });
    server.use(
      http.put('/api/admin/posts/31', async ({ request }) => {
        const input = (await request.json()) as PostInput;
        sent.push(input);
        if (input.slug === 'taken') return refuse(409, { error: 'It is taken.', code: 'post.slug_taken' });
        if (input.tags !== 'solar')
          return refuse(422, { error: 'No.', code: 'validation', fields: { tags: 'Too long.' } });
        return HttpResponse.json({ ...post, title: input.title, revision: 5 });
      }),
    );
    await user.type(title(), ' kali');
    const slug = screen.getByLabelText(/^Slug/);
    const tags = screen.getByLabelText(/^Tags/);
    fireEvent.change(slug, { target: { value: 'taken' } });
    fireEvent.change(tags, { target: { value: 'x'.repeat(70) } });
    ctrlS();
    expect(await screen.findByText(/Everything else was saved\./)).toBeVisible();
    const { title: kept, slug: left = post.slug, tags: leftTags } = sent.at(-1) as PostInput;
    expect([kept, left, leftTags]).toEqual([`${post.title} kali`, 'jua', 'solar']);
    expect(slug).toHaveValue('taken');
    expect(slug).toHaveAccessibleDescription(/It is taken\./);
    expect(tags).toHaveAccessibleDescription(/Too long\./);
    expect(screen.getByText(/^Unsaved changes/)).toBeVisible();
  });

  test('after a conflict keeps mine as a draft', async () => {
    const post = adminPost({ status: 'draft' });
    await open('/admin', post);
    await user.click(await screen.findByRole('button', { name: /^Edit Habari/ }));
    await screen.findByRole('heading', { name: 'Edit Post' });
    await user.selectOptions(screen.getByLabelText(/^Status/), 'published');
    const statuses: unknown[] = [];
    const current = adminPost({ status: 'draft', title: 'Theirs', revision: 9 });
    server.use(
      http.put(`/api/admin/posts/${post.id}`, async ({ request }) => {
        const { status, revision } = (await request.json()) as PostInput;
        statuses.push([status, revision]);
        return revision === 9
          ? HttpResponse.json(adminPost({ status: 'draft', revision: 10 }))
          : HttpResponse.json({ error: 'No.', message: 'No.', code: 'post.changed', current }, { status: 409 });
      }),
    );
    ctrlS();
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(statuses).toHaveLength(2));
    expect(statuses).toEqual([
      ['draft', post.revision],
      ['draft', 9],
    ]);
  });
});

describe('a step of the review on a text that was changed after it was read', () => {
  const post = adminPost({ status: 'in_review', is_public: false });
  const current = adminPost({ status: 'in_review', is_public: false, title: 'Theirs', revision: 9 });
  const stale = () =>
    HttpResponse.json({ error: 'No.', message: 'No.', code: 'post.changed', current }, { status: 409 });

  /** A server where somebody else's save came in before the call that is named. */
  function takesSteps(refused: 'save' | 'step') {
    const [saves, taken]: [number[], unknown[]] = [[], []];
    server.use(
      http.put(`/api/admin/posts/${post.id}`, async ({ request }) => {
        const { revision } = (await request.json()) as { revision: number };
        saves.push(revision);
        const isStale = refused === 'save' && revision < current.revision;
        return isStale ? stale() : HttpResponse.json({ ...current, revision: revision + 1 });
      }),
      http.post(`/api/admin/posts/${post.id}/:step`, async ({ params, request }) => {
        const { revision } = (await request.json()) as { revision: number };
        if (refused === 'step' && revision < current.revision) return stale();
        taken.push([params.step, revision]);
        return HttpResponse.json({ ...current, status: 'published', revision: revision + 1, message: 'Published.' });
      }),
    );
    return { saves, taken };
  }

  test.each(['save', 'step'] as const)(
    'says that nothing was approved, and lets the new text be read (%s)',
    async (by) => {
      await open('/admin', post);
      await user.click(await screen.findByRole('button', { name: /^Edit Habari/ }));
      await screen.findByRole('heading', { name: 'Edit Post' });
      const { taken } = takesSteps(by);
      await user.click(screen.getByRole('button', { name: 'Approve' }));
      const dialog = await screen.findByRole('dialog', { name: /^Nothing was approved: this post was changed/ });
      expect(dialog).toHaveTextContent('Read the new text before you decide');
      await user.click(within(dialog).getByRole('button', { name: 'Read the new text' }));
      await waitFor(() => expect(title()).toHaveValue('Theirs'));
      expect(taken).toEqual([]);
      await user.click(screen.getByRole('button', { name: 'Approve' }));
      await screen.findByText('Published.');
      expect(taken).toEqual([['approve', 10]]);
    },
  );

  test('says that nothing was sent back', async () => {
    await open('/admin', post);
    await user.click(await screen.findByRole('button', { name: /^Edit Habari/ }));
    await screen.findByRole('heading', { name: 'Edit Post' });
    const { saves, taken } = takesSteps('save');
    await user.click(screen.getByRole('button', { name: 'Send back…' }));
    await user.click(await screen.findByRole('button', { name: 'Send back' }));
    await screen.findByRole('dialog', { name: /^Nothing was sent back/ });
    expect({ saves, taken }).toEqual({ saves: [post.revision], taken: [] });
  });
});

test('Ctrl+S on a public post keeps the words, and the post stays as it is', async () => {
  const post = adminPost({ status: 'published' });
  await open('/admin', post);
  await user.click(await screen.findByRole('button', { name: /^Edit Habari/ }));
  await screen.findByRole('heading', { name: 'Edit Post' });
  expect(screen.queryByRole('button', { name: 'Save Draft' })).not.toBeInTheDocument();
  const kept: PostInput[] = [];
  server.use(
    http.put(`/api/admin/posts/${post.id}/preview`, async ({ request }) => {
      kept.push((await request.json()) as PostInput);
      return HttpResponse.json({ message: 'Stored.' });
    }),
  );
  await user.type(title(), ' tena');
  ctrlS();
  await screen.findByText(/^Your changes were kept at .* once you press Update\.$/);
  expect(kept).toMatchObject([{ title: `${post.title} tena`, status: 'published' }]);
  expect(screen.getByText(/^Unsaved changes/)).toBeInTheDocument();
});

describe('a page of its own', () => {
  test('begins anew, gets its address with the first save, and keeps what is typed', async () => {
    const router = await open('/admin/posts/new');
    const sent = takesSaves();
    expect(screen.getByRole('button', { name: 'Publish' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save Post' })).not.toBeInTheDocument();
    ctrlS();
    expect(await screen.findAllByText('Enter a title, or write something first.')).not.toHaveLength(0);
    await write();
    fireEvent.change(screen.getByLabelText(/^Publish Date/), { target: { value: '2099-12-01T09:00' } });
    expect(screen.getByRole('button', { name: 'Schedule for 1 Dec 2099, 09:00' })).toBeInTheDocument();
    ctrlS();
    await screen.findByText(/^Draft saved at/);
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/posts/31'));
    expect(title()).toHaveValue('Jua');
    await user.type(title(), ' kali');
    await user.click(screen.getByRole('button', { name: /^Schedule/ }));
    await screen.findByText('Post updated successfully!');
    expect(sent).toMatchObject([
      { call: 'POST', status: 'draft' },
      { call: 'PUT', title: 'Jua kali', status: 'published', revision: 1 },
    ]);
    expect(title()).toHaveValue('Jua kali');
  });

  test('says when there is no such post', async () => {
    server.use(
      ...initialHandlers([]),
      http.get('/api/admin/posts/77', () =>
        HttpResponse.json({ error: 'No.', message: 'No.', code: 'not_found' }, { status: 404 }),
      ),
    );
    renderAdmin('/admin/posts/77');
    expect(await screen.findByText('This post does not exist.')).toBeInTheDocument();
  });
});

test('the desk begins with the list, and its form opens empty and closes again', async () => {
  await open('/admin');
  expect(screen.queryByRole('button', { name: 'Create New Post' })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Create New Post' })).toBeVisible();
  expect(title()).toHaveFocus();
  await user.keyboard('Jua');
  expect(title()).toHaveValue('Jua');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(screen.queryByLabelText(/^Title/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Create New Post' })).toBeVisible();
});

test('a new post that was never saved is told of where the form is closed', async () => {
  localStorage.setItem(
    'mwanga-unsaved-post:editor@example.com:new:x',
    JSON.stringify({ values: { title: 'Jua', content: '<p>Light.</p>' }, revision: null, keptAt: 1_795_000_000_000 }),
  );
  server.use(...initialHandlers([adminPost()]));
  renderAdmin('/admin');
  expect(await screen.findByText('This browser has a new post that was not saved.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Look at it' })).toHaveAttribute('href', '/admin/posts/new');
});

test('an address of earlier versions leads to the post alone', async () => {
  const router = await open('/admin?edit=12');
  expect(router.state.location.pathname).toBe('/admin/posts/12');
});

test('the tab says that something is unsaved', async () => {
  await open('/admin');
  await waitFor(() => expect(document.title).toBe('Posts · Mwanga admin'));
  await user.type(title(), 'J');
  await waitFor(() => expect(document.title).toBe('• Posts · Mwanga admin'));
});
