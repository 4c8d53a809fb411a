import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PostInput } from '../../api/types';
import { initialHandlers, openForm, renderAdmin, staffToken, tokenOf } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const user = userEvent.setup();

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

async function openNewPost(posts = [adminPost()]) {
  server.use(...initialHandlers(posts));
  renderAdmin('/admin');
  await openForm();
}

async function openEdit(post = adminPost()) {
  await openNewPost([post]);
  await user.click(await screen.findByRole('button', { name: /^Edit Habari/ }));
  await screen.findByRole('heading', { name: 'Edit Post' });
}

/** Puts text into the editor the way a clipboard does. */
function pasteText(html: string) {
  const surface = screen.getByRole('textbox', { name: 'Content' });
  surface.focus();
  fireEvent.paste(surface, {
    clipboardData: { files: [], types: ['text/html'], getData: (type: string) => (type === 'text/html' ? html : '') },
  });
}

async function fillNewPost() {
  await user.type(screen.getByLabelText(/^Title/), 'Jua');
  await user.selectOptions(screen.getByLabelText(/^Category/), 'tech');
  pasteText('<p>Light.</p>');
}

const save = () => user.click(screen.getByRole('button', { name: 'Save Post' }));

describe('saving a new post', () => {
  test.each([
    [200, { message: 'Subscribers notified', status: 'notified' }, 'Subscribers notified'],
    [
      200,
      { message: 'Subscribers will be notified when it is published.', status: 'waiting' },
      'Subscribers will be notified when it is published.',
    ],
    [500, { error: 'No.', message: 'No.', code: 'internal' }, 'Failed to notify subscribers'],
  ])('has subscribers told, and says what came of it (%i)', async (status, answer, text) => {
    const told: string[] = [];
    await openNewPost();
    server.use(
      http.post('/api/admin/posts', () => HttpResponse.json(adminPost({ id: 31 }), { status: 201 })),
      http.post('/api/admin/posts/:id/notify-subscribers', ({ params }) => {
        told.push(String(params.id));
        return HttpResponse.json(answer, { status });
      }),
    );
    await fillNewPost();
    await save();
    await screen.findByText('Post created successfully!');
    await screen.findByText(text);
    expect(told).toEqual(['31']);
    if (status !== 500) return;
    server.use(
      http.post('/api/admin/posts/31/notify-subscribers', () =>
        HttpResponse.json({ message: 'Subscribers notified', status: 'notified' }),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Subscribers notified');
  });

  test('needs title, content and category, and says so without asking the server', async () => {
    await openNewPost();
    await save();
    expect(await screen.findAllByText('Title, content, and category are required')).toHaveLength(2);
    expect(screen.getByLabelText(/^Title/)).toHaveAccessibleDescription('Title is required');
    expect(screen.getByRole('textbox', { name: 'Content' })).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByLabelText(/^Category/)).toHaveAccessibleDescription('Category is required');
  });

  test.each([
    ['Guest Writer', 'Guest writer name'],
    ['Custom', 'Custom author name'],
  ])('needs a name for the author %s', async (option, label) => {
    await openNewPost();
    await fillNewPost();
    expect(screen.queryByLabelText(new RegExp(label))).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText(/^Author/), option);
    await save();
    expect(await screen.findByLabelText(new RegExp(label))).toHaveAccessibleDescription('Enter the name of the author');
  });

  test('sends a multipart form with each deal in its place, empties the form and reads the list again', async () => {
    await openNewPost();
    await fillNewPost();
    await user.click(screen.getByRole('button', { name: 'Add Deal' }));
    await user.type(screen.getByLabelText('Store name'), 'Sample Shop');
    await user.type(screen.getByLabelText('URL'), 'https://shop.example.com');
    await user.click(screen.getByRole('button', { name: 'Add Deal' }));
    await user.type(screen.getAllByLabelText('Product name')[1] as HTMLElement, 'No shop sells it');
    await user.click(screen.getByRole('checkbox', { name: "Today's Pick" }));
    fireEvent.change(screen.getByLabelText(/^Publish Date/), { target: { value: '2026-11-20T09:30' } });

    let sent: FormData | undefined;
    server.use(
      http.post('/api/admin/posts', async ({ request }) => {
        sent = await request.formData();
        return HttpResponse.json(adminPost({ id: 13 }), { status: 201 });
      }),
    );
    await save();
    await screen.findByText('Post created successfully!');
    const deal = { label: '', url: '', product_name: '', price: '', best_for: '', cta_text: '', price_checked: false };
    expect(Object.fromEntries(sent ?? [])).toMatchObject({
      title: 'Jua',
      content: '<p>Light.</p>',
      category_name: 'tech',
      author_name: 'mwanga_team',
      publish_date: '2026-11-20T06:30:00.000Z',
      is_today_pick: 'true',
      status: 'published',
      media_urls: '[]',
      deal_links: JSON.stringify([
        { ...deal, label: 'Sample Shop', url: 'https://shop.example.com' },
        { ...deal, product_name: 'No shop sells it' },
      ]),
    });
    expect(sent?.has('slug')).toBe(false);
    expect(screen.getByLabelText(/^Title/)).toHaveValue('');
    expect(screen.queryByLabelText('Store name')).not.toBeInTheDocument();
  });

  test('is sent under the same key after a lost answer, and makes nothing twice', async () => {
    await openNewPost();
    const keys: (string | null)[] = [];
    server.use(
      http.post('/api/admin/posts', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1 ? HttpResponse.error() : HttpResponse.json(adminPost({ id: 13 }), { status: 201 });
      }),
    );
    await fillNewPost();
    await save();
    await screen.findByText('Network error - check your connection');
    await save();
    await screen.findByText('Post created successfully!');
    await fillNewPost();
    await save();
    await waitFor(() => expect(keys).toHaveLength(3));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  test('that was made although its answer was lost is changed by what was typed since', async () => {
    await openNewPost();
    let put: PostInput | undefined;
    const told: string[] = [];
    const reused = { error: 'Saved.', message: 'Saved.', code: 'request.key_reused', current: adminPost({ id: 13 }) };
    server.use(
      http.post('/api/admin/posts', () => HttpResponse.json(reused, { status: 422 })),
      http.put('/api/admin/posts/13', async ({ request }) => {
        put = (await request.json()) as PostInput;
        return HttpResponse.json(adminPost({ id: 13, revision: 2 }));
      }),
      http.post('/api/admin/posts/:id/notify-subscribers', ({ params }) => {
        told.push(String(params.id));
        return HttpResponse.json({ message: 'Subscribers notified', status: 'notified' });
      }),
    );
    await fillNewPost();
    await save();
    await screen.findByText('Post created successfully!');
    expect(put).toMatchObject({ title: 'Jua', content: '<p>Light.</p>', revision: 1 });
    expect(put).not.toHaveProperty('slug');
    await waitFor(() => expect(told).toEqual(['13']));
  });

  test('that was made and changed by somebody else is asked about', async () => {
    await openNewPost();
    const current = adminPost({ id: 13, revision: 3, title: 'Theirs' });
    const revisions: unknown[] = [];
    server.use(
      http.post('/api/admin/posts', () =>
        HttpResponse.json({ error: 'No.', message: 'No.', code: 'request.key_reused', current }, { status: 422 }),
      ),
      http.put('/api/admin/posts/13', async ({ request }) => {
        const { revision } = (await request.json()) as PostInput;
        revisions.push(revision);
        return revision === 3
          ? HttpResponse.json(adminPost({ id: 13, revision: 4 }))
          : HttpResponse.json({ error: 'No.', message: 'No.', code: 'post.changed', current }, { status: 409 });
      }),
    );
    await fillNewPost();
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'This post was changed meanwhile' });
    await user.click(within(dialog).getByRole('button', { name: /Keep mine/ }));
    await screen.findByText('Post created successfully!');
    expect(revisions).toEqual([1, 3]);
  });

  test('shows what the server refuses at its field and keeps everything', async () => {
    await openNewPost();
    await fillNewPost();
    server.use(
      http.post('/api/admin/posts', () =>
        HttpResponse.json(
          { error: 'Some fields need attention.', code: 'post.invalid', fields: { tags: 'At most 20 tags.' } },
          { status: 422 },
        ),
      ),
    );
    await save();
    await screen.findByText('Failed to save post');
    expect(screen.getByText('Some fields need attention.')).toBeVisible();
    expect(screen.getByLabelText(/^Tags/)).toHaveAccessibleDescription('Comma separated At most 20 tags.');
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Jua');
    expect(screen.getByText('Light.')).toBeVisible();
  });

  test('opens the slug field when the slug is taken', async () => {
    await openNewPost();
    await fillNewPost();
    server.use(
      http.post('/api/admin/posts', () =>
        HttpResponse.json({ error: 'This slug is taken.', code: 'post.slug_taken' }, { status: 409 }),
      ),
    );
    await save();
    await waitFor(() => expect(screen.getByLabelText('Slug')).toHaveFocus());
    expect(screen.getByLabelText('Slug')).toHaveAccessibleDescription(/This slug is taken\./);
  });

  test('uploads waiting files first, puts them into the text and gives them to the new post', async () => {
    await openNewPost();
    await user.type(screen.getByLabelText(/^Title/), 'Jua');
    await user.selectOptions(screen.getByLabelText(/^Category/), 'tech');
    await user.upload(screen.getByLabelText(/Choose images and videos/), [
      new File(['a'], 'sun.png', { type: 'image/png' }),
    ]);
    expect(screen.getByRole('heading', { name: 'Selected Files (1)' })).toBeVisible();

    const recorded: unknown[] = [];
    let sent: FormData | undefined;
    server.use(
      http.get('/api/admin/generate-presigned-url', () =>
        HttpResponse.json({ url: '/api/uploads/sun.png?s', file_url: '/media/sun.png' }),
      ),
      http.put('/api/uploads/sun.png', () => new HttpResponse(null, { status: 200 })),
      http.post('/api/admin/media/record', async ({ request }) => {
        recorded.push(await request.json());
        return HttpResponse.json({ file_url: '/media/sun.png', kind: 'image', width: 8, height: 6 });
      }),
      http.post('/api/admin/posts', async ({ request }) => {
        sent = await request.formData();
        return HttpResponse.json(adminPost({ id: 13 }), { status: 201 });
      }),
    );
    await save();
    await screen.findByText('sun.png uploaded successfully!');
    await screen.findByText('Post created successfully!');
    expect(sent?.get('content')).toBe('<figure><img src="/media/sun.png" alt="" width="8" height="6"></figure>');
    expect(sent?.get('media_urls')).toBe('["sun.png"]');
    expect(recorded).toEqual([
      { file_url: '/media/sun.png', post_id: 0, file_name: 'sun.png' },
      { file_url: '/media/sun.png', post_id: 13 },
    ]);
  });
});

describe('editing', () => {
  test('an untouched text, date, slug and excerpt go back as they came', async () => {
    const content = '<p>Loose <b>markup</b></p>\n<ul><li><p>x</p></li></ul>';
    await openEdit(adminPost({ content, publish_date: '2026-11-20T06:30:21Z', media_urls: ['/media/a.png'] }));
    expect(screen.getByLabelText(/^Publish Date/)).toHaveValue('2026-11-20T09:30');
    let sent: PostInput = {};
    server.use(
      http.put('/api/admin/posts/12', async ({ request }) => {
        sent = (await request.json()) as PostInput;
        return HttpResponse.json(adminPost({ revision: 5 }));
      }),
    );
    await user.type(screen.getByLabelText(/^Title/), ' njema');
    await save();
    await screen.findByText('Post updated successfully!');
    expect(sent).toMatchObject({
      title: 'Habari njema',
      content,
      publish_date: '2026-11-20T06:30:21Z',
      media_urls: ['a.png'],
      revision: 4,
    });
    expect(sent).not.toHaveProperty('slug');
    expect(sent).not.toHaveProperty('excerpt');
    expect(await screen.findByRole('heading', { name: 'Create New Post' })).toBeVisible();
  });

  test('asks before what was typed while the post was loading is dropped', async () => {
    await openNewPost([adminPost()]);
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get('/api/admin/posts/:id', async () => {
        await asked;
        return HttpResponse.json(adminPost());
      }),
    );
    await user.click(await screen.findByRole('button', { name: /^Edit Habari/ }));
    await user.type(screen.getByLabelText(/^Title/), 'Jua');
    answer();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('heading', { name: 'Create New Post' })).toBeVisible();
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Jua');
  });

  test('asks before unsaved changes are dropped', async () => {
    await openEdit();
    await user.type(screen.getByLabelText(/^Title/), '!');
    await user.click(screen.getByRole('button', { name: 'Cancel Edit' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Habari!');
    await user.click(screen.getByRole('button', { name: 'Cancel Edit' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByRole('heading', { name: 'Create New Post' })).toBeVisible();
  });
});

describe('when somebody else saved the post meanwhile', () => {
  const theirs = adminPost({ title: 'Habari zao', revision: 7 });

  async function runIntoConflict() {
    const revisions: unknown[] = [];
    await openEdit();
    server.use(
      http.put('/api/admin/posts/12', async ({ request }) => {
        const { revision } = (await request.json()) as PostInput;
        revisions.push(revision);
        if (revision === 7) return HttpResponse.json(adminPost({ revision: 8 }));
        const problem = { error: 'This post was changed meanwhile.', code: 'post.changed', current: theirs };
        return HttpResponse.json(problem, { status: 409 });
      }),
    );
    await user.type(screen.getByLabelText(/^Title/), ' yangu');
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'This post was changed meanwhile' });
    return { dialog, revisions };
  }

  test('both versions are shown and mine can be kept', async () => {
    const { dialog, revisions } = await runIntoConflict();
    expect(within(dialog).getByRole('row', { name: /Title/ })).toHaveTextContent(
      /Mine:\s*Habari yangu.*Theirs:\s*Habari zao/,
    );
    await user.click(within(dialog).getByRole('button', { name: 'Keep mine' }));
    await screen.findByText('Post updated successfully!');
    expect(revisions).toEqual([4, 7]);
  });

  test('theirs can be loaded, and mine restored after all', async () => {
    const { dialog } = await runIntoConflict();
    await user.click(within(dialog).getByRole('button', { name: 'Load theirs' }));
    await waitFor(() => expect(screen.getByLabelText(/^Title/)).toHaveValue('Habari zao'));
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Habari yangu');
  });

  test('going back to the form loses nothing', async () => {
    const { dialog } = await runIntoConflict();
    await user.click(within(dialog).getByRole('button', { name: 'Back to the form' }));
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Habari yangu');
  });
});

describe('when the session ends', () => {
  const ended = () =>
    HttpResponse.json({ error: 'Your session has expired.', code: 'auth.session_expired' }, { status: 401 });

  test('with unsaved work: sign-in opens over the form, and the failed call is repeated', async () => {
    await openNewPost();
    await fillNewPost();
    const fresh = tokenOf({ sub: '1', exp: 4_000_000_000, is_admin: true, email: 'editor@example.com' });
    const titles: unknown[] = [];
    server.use(
      http.post('/api/auth/refresh', ended),
      http.post('/api/auth/admin/login', () => HttpResponse.json({ token: fresh })),
      http.post('/api/admin/posts', async ({ request }) => {
        if (request.headers.get('authorization') !== `Bearer ${fresh}`) return ended();
        titles.push((await request.formData()).get('title'));
        return HttpResponse.json(adminPost({ id: 13 }), { status: 201 });
      }),
    );
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to go on' });
    expect(within(dialog).getByLabelText(/^Email/)).toHaveValue('editor@example.com');
    await user.keyboard('{Escape}');
    expect(dialog).toBeVisible();
    await user.type(within(dialog).getByLabelText(/^Password/), 'a long password');
    await user.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    await screen.findByText('Post created successfully!');
    expect(titles).toEqual(['Jua']);
  });

  test('with unsaved work: a wrong password is said in the dialog', async () => {
    await openNewPost();
    await fillNewPost();
    server.use(
      http.post('/api/auth/refresh', ended),
      http.post('/api/admin/posts', ended),
      http.post('/api/auth/admin/login', () =>
        HttpResponse.json({ error: 'E-mail or password is wrong.', code: 'auth.invalid' }, { status: 401 }),
      ),
    );
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to go on' });
    await user.type(within(dialog).getByLabelText(/^Password/), 'wrong');
    await user.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    expect(await within(dialog).findByText('E-mail or password is wrong.')).toBeVisible();
  });
});

describe('the list', () => {
  test('shows state, day and pick, and where each can be viewed', async () => {
    localStorage.setItem('desk-density', 'roomy');
    await openNewPost([
      adminPost({ id: 1, title: 'Public', publish_date: '2026-11-20T22:30:00Z', is_today_pick: true }),
      adminPost({ id: 2, title: 'Draft one', status: 'draft', is_public: false }),
      adminPost({ id: 3, title: 'Later', publish_date: '2026-12-21T05:00:00Z', is_public: false }),
    ]);
    await screen.findByRole('heading', { name: 'Later' });
    const [first, second, third] = within(screen.getByRole('list', { name: 'Posts' })).getAllByRole('listitem');
    const row = (item: HTMLElement | undefined) => within(item as HTMLElement);
    expect(row(first).getByRole('link', { name: 'Public' })).toHaveAttribute('href', '/admin/posts/1');
    expect(row(first).getByText("Today's Pick")).toBeVisible();
    expect(row(first).getByText('21 Nov 2026')).toBeVisible(); // past midnight in Nairobi
    expect(row(first).getByRole('link', { name: /^View Post/ })).toHaveAttribute('href', '/post/habari');
    expect(row(second).getByText('Draft')).toBeVisible();
    expect(row(second).getByRole('link', { name: /^View Post/ })).toHaveAttribute('href', '/admin/preview/2');
    expect(row(third).getByText(/^Scheduled/)).toHaveTextContent('Scheduled, 21 Dec 2026, 08:00');
    expect(row(third).getByRole('link', { name: /^View Post/ })).toHaveAttribute('href', '/admin/preview/3');
  });

  test('leads a contributor from the titles of drafts, not of an approved post, to the post alone', async () => {
    localStorage.setItem('admin_token', tokenOf({ sub: '9', exp: 4_000_000_000, is_admin: true, role: 'contributor' }));
    await openNewPost([
      adminPost({ id: 1, title: 'Approved' }),
      adminPost({ id: 2, title: 'Mine', status: 'draft', is_public: false }),
    ]);
    expect(await screen.findByRole('link', { name: 'Mine' })).toHaveAttribute('href', '/admin/posts/2');
    expect(screen.queryByRole('link', { name: 'Approved' })).not.toBeInTheDocument();
  });

  test('deletes after asking, and undoes it', async () => {
    await openNewPost();
    let deleted = false;
    server.use(
      http.delete('/api/admin/posts/12', () => {
        deleted = true;
        return HttpResponse.json({ message: 'Post deleted' });
      }),
    );
    await user.click(await screen.findByRole('button', { name: /^Delete Habari/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this post?' });
    expect(deleted).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Post deleted successfully');
    expect(deleted).toBe(true);
    server.use(
      http.post('/api/admin/posts/12/restore', () => {
        deleted = false;
        return HttpResponse.json({ message: 'Post restored' });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Undo delete' }));
    await screen.findByText('Post restored as a draft.');
    expect(deleted).toBe(false);
  });

  test('says when it cannot be loaded, and tries again', async () => {
    server.use(
      http.get('/api/admin/posts', () => HttpResponse.json({ error: 'Busy.', code: 'server.busy' }, { status: 503 })),
    );
    server.use(...initialHandlers([adminPost()]).filter(({ info }) => info.path !== '/api/admin/posts'));
    renderAdmin('/admin');
    expect(await screen.findByText('Failed to load initial data')).toBeVisible();
    server.use(...initialHandlers([adminPost()]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Habari' })).toBeVisible();
  });
});
