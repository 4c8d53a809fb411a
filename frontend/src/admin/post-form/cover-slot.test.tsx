import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminPost, LibraryInput, LibraryItem, PostInput } from '../../api/types';
import { initialHandlers, openForm, renderAdmin, staffToken } from '../../testing/admin';
import { libraryItem } from '../../testing/media';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const user = userEvent.setup();

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const picture = (changes: Partial<LibraryItem>) =>
  libraryItem({ picture: { url: changes.url ?? '', srcset: null, blur: null }, width: 900, height: 600, ...changes });

const sun = picture({ id: 7, url: '/media/x1.png', file_name: 'sun.png' });
const market = picture({ id: 8, url: '/media/x2.png', file_name: 'market.png', alt: 'Baskets' });

/** SHA-256 of the file that `pickSun` picks. */
const SUN_SHA256 = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb';

/** The library with these files: found by address, changed one by one. Those of `known` have the bytes of `pickSun`. */
function libraryOf(files: LibraryItem[], known: LibraryItem[] = []) {
  const changes: [number, LibraryInput][] = [];
  server.use(
    http.get('/api/admin/media', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const [urls, sha256] = ['urls', 'sha256'].map((name) => searchParams.get(name));
      if (sha256 !== null) {
        const data = sha256 === SUN_SHA256 ? known : [];
        return HttpResponse.json({ data, per_page: 24, next: null });
      }
      const data = urls == null ? files : files.filter(({ url }) => urls.split(',').includes(url.slice(7)));
      return HttpResponse.json({ data, per_page: 50, next: null });
    }),
    ...files.map((file) =>
      http.put(`/api/admin/media/${file.id}`, async ({ request }) => {
        const change = (await request.json()) as LibraryInput;
        changes.push([file.id, change]);
        return HttpResponse.json({
          ...file,
          ...change,
          posts: [],
          pages: [],
          issues: [],
          issue_drafts: [],
          videos: [],
          earlier_posts: 0,
          earlier_pages: 0,
        });
      }),
    ),
  );
  return changes;
}

/** Opens the form with these files in the library, and gives what is changed of them. */
async function openNewPost(posts: AdminPost[], ...files: LibraryItem[]) {
  server.use(...initialHandlers(posts));
  const changes = libraryOf(files);
  renderAdmin('/admin');
  await openForm();
  return changes;
}

async function openEdit(post: AdminPost) {
  await openNewPost([post], sun, market);
  await user.click(await screen.findByRole('button', { name: /^Edit Habari/ }));
  await screen.findByRole('heading', { name: 'Edit Post' });
}

async function fillNewPost() {
  await user.type(screen.getByLabelText(/^Title/), 'Jua');
  await user.selectOptions(screen.getByLabelText(/^Category/), 'tech');
  const surface = screen.getByRole('textbox', { name: 'Content' });
  surface.focus();
  const getData = (type: string) => (type === 'text/html' ? '<p>Light.</p>' : '');
  fireEvent.paste(surface, { clipboardData: { files: [], types: ['text/html'], getData } });
}

/** Takes the upload of `sun`, or refuses it. */
function uploadsOf({ status = 200 } = {}) {
  const recorded: unknown[] = [];
  server.use(
    http.get('/api/admin/generate-presigned-url', () =>
      HttpResponse.json({ url: '/api/uploads/x1.png?s', file_url: sun.url }),
    ),
    http.put('/api/uploads/x1.png', () => new HttpResponse(null, { status })),
    http.post('/api/admin/media/record', async ({ request }) => {
      recorded.push(await request.json());
      return HttpResponse.json({ id: sun.id, file_url: sun.url, kind: 'image', width: 900, height: 600 });
    }),
  );
  return recorded;
}

const pickSun = () =>
  user.upload(screen.getByLabelText('Cover file'), new File(['a'], 'sun.png', { type: 'image/png' }));

/** What the next save of a new post sends. */
function takeNewPost() {
  const sent: FormData[] = [];
  server.use(
    http.post('/api/admin/posts', async ({ request }) => {
      sent.push(await request.formData());
      return HttpResponse.json(adminPost({ id: 13 }), { status: 201 });
    }),
  );
  return sent;
}

const slot = () => within(screen.getByRole('region', { name: 'Cover' }));
const save = () => user.click(screen.getByRole('button', { name: 'Save Post' }));

describe('a cover of a new post', () => {
  test('is uploaded apart from the text, and what is said of it is saved with its file', async () => {
    const changes = await openNewPost([], sun);
    const recorded = uploadsOf();
    const sent = takeNewPost();
    await fillNewPost();
    await pickSun();
    expect(await slot().findByText('sun.png')).toBeVisible();
    await user.type(await slot().findByLabelText('Description'), 'The sun');
    await user.type(slot().getByLabelText('Caption'), 'At six.');
    await user.type(slot().getByLabelText('Credit'), 'Amina');
    await user.click(slot().getByText('Focal point and crops'));
    const point = slot().getByRole('slider', { name: 'Focal point' });
    point.focus();
    await user.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}');
    expect(point).toHaveAttribute('aria-valuetext', '52% from the left, 40% from the top');

    await save();
    await screen.findByText('Post created successfully!');
    const described = { alt: 'The sun', caption: 'At six.', credit: 'Amina', focal_point: { x: 52, y: 40 } };
    expect(changes).toEqual([[7, described]]);
    expect(sent[0]?.get('media_url')).toBe('x1.png');
    expect(sent[0]?.get('media_urls')).toBe('[]');
    expect(sent[0]?.get('content')).toBe('<p>Light.</p>');
    expect(recorded).toEqual([
      { file_url: '/media/x1.png', post_id: 0, file_name: 'sun.png' },
      { file_url: '/media/x1.png', post_id: 13 },
    ]);
    expect(await slot().findByText(/^Drop a picture here/)).toBeVisible();
  });

  test('is not made while what is said of its cover is refused, and nothing typed is lost', async () => {
    const changes = await openNewPost([], sun);
    uploadsOf();
    const sent = takeNewPost();
    await fillNewPost();
    await pickSun();
    await user.type(await slot().findByLabelText('Credit'), 'Amina');
    server.use(
      http.put(
        '/api/admin/media/7',
        () =>
          HttpResponse.json(
            { error: 'Check it.', message: 'Check it.', code: 'media.invalid', fields: { credit: 'Too long.' } },
            { status: 422 },
          ),
        { once: true },
      ),
    );
    await save();
    await waitFor(() => expect(slot().getByLabelText('Credit')).toHaveAccessibleDescription(/Too long\./));
    expect(screen.getAllByText('Failed to save the details of the cover: Check it.')).toHaveLength(2);
    expect(slot().getByLabelText('Credit')).toHaveValue('Amina');
    expect(sent).toEqual([]);
    await save();
    await screen.findByText('Post created successfully!');
    expect(changes).toEqual([[7, { credit: 'Amina' }]]);
  });

  test('is uploaded again by a save when that failed before', async () => {
    await openNewPost([], sun);
    uploadsOf({ status: 500 });
    const sent = takeNewPost();
    await fillNewPost();
    await pickSun();
    expect(await slot().findByText(/^It was not uploaded/)).toBeVisible();
    await save();
    await waitFor(() => expect(slot().getByRole('button', { name: /^Retry/ })).toBeEnabled());
    expect(sent).toEqual([]);
    uploadsOf();
    await save();
    await screen.findByText('Post created successfully!');
    expect(sent[0]?.get('media_url')).toBe('x1.png');
  });

  test('that the library has is taken from there on a press, and is not uploaded', async () => {
    await openNewPost([], sun);
    libraryOf([sun], [sun]);
    const sent = takeNewPost();
    await fillNewPost();
    await pickSun();
    expect(await slot().findByText('You have this one: use it?')).toBeVisible();
    await user.click(slot().getByRole('button', { name: 'Use it for sun.png' }));
    expect(await slot().findByText('Shown above the text.')).toBeVisible();
    expect(slot().getByRole('button', { name: 'Replace the cover' })).toHaveFocus();
    await save();
    await screen.findByText('Post created successfully!');
    expect(sent[0]?.get('media_url')).toBe('x1.png');
  });

  test('that the library has is uploaded again on a press', async () => {
    await openNewPost([], sun);
    libraryOf([sun], [market]);
    const recorded = uploadsOf();
    await fillNewPost();
    await pickSun();
    expect(await slot().findByText('In the library it is called market.png.')).toBeVisible();
    expect(recorded).toEqual([]);
    await user.click(slot().getByRole('button', { name: 'Upload again sun.png' }));
    expect(await slot().findByText('Shown above the text.')).toBeVisible();
    expect(recorded).toEqual([{ file_url: '/media/x1.png', post_id: 0, file_name: 'sun.png' }]);
  });

  test('is cancelled on its way, which leaves nothing behind', async () => {
    await openNewPost([], sun);
    const recorded = uploadsOf();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    server.use(
      http.put('/api/uploads/x1.png', async () => {
        await arrived;
        return new HttpResponse(null, { status: 200 });
      }),
    );
    const sent = takeNewPost();
    await fillNewPost();
    await pickSun();
    expect(await slot().findByRole('progressbar', { name: 'Uploading sun.png' })).toBeVisible();
    await user.click(slot().getByRole('button', { name: 'Cancel the upload of sun.png' }));
    expect(slot().getByText(/^Drop a picture here/)).toBeVisible();
    await waitFor(() => expect(slot().getByRole('button', { name: 'Upload a cover' })).toHaveFocus());
    arrive();
    await save();
    await screen.findByText('Post created successfully!');
    expect(sent[0]?.get('media_url')).toBeNull();
    expect(recorded).toEqual([]);
    await waitFor(() => expect(screen.queryByText(/sun\.png/)).not.toBeInTheDocument(), { timeout: 3000 });
  });

  test('comes from the library, one file of it', async () => {
    const changes = await openNewPost([], sun, market);
    const sent = takeNewPost();
    await fillNewPost();
    await user.click(slot().getByRole('button', { name: /^From the library/ }));
    const picker = within(await screen.findByRole('dialog', { name: 'From the library' }));
    await user.click(await picker.findByRole('button', { name: /^sun\.png/ }));
    await user.click(picker.getByRole('button', { name: /^market\.png/ }));
    expect(picker.getByRole('button', { name: /^sun\.png/ })).toHaveAttribute('aria-pressed', 'false');
    await user.click(picker.getByRole('button', { name: 'Use file' }));
    expect(await slot().findByLabelText('Description')).toHaveValue('Baskets');
    await save();
    await screen.findByText('Post created successfully!');
    expect(sent[0]?.get('media_url')).toBe('x2.png');
    expect(changes).toEqual([]);
  });
});

describe('a cover of an earlier post', () => {
  const old = adminPost({
    content: '<p>a</p><figure><img src="/media/x2.png" alt=""></figure>',
    media_urls: ['/media/x1.png', '/media/x2.png'],
  });

  /** Opens `post`, and gives what its next save sends. */
  async function openToSave(post: AdminPost) {
    await openEdit(post);
    const sent: PostInput[] = [];
    server.use(
      http.put('/api/admin/posts/12', async ({ request }) => {
        sent.push((await request.json()) as PostInput);
        return HttpResponse.json(adminPost({ revision: 5 }));
      }),
    );
    return sent;
  }

  test('is its first file until one is chosen', async () => {
    const sent = await openToSave(old);
    expect(await slot().findByText(/^From the text: lists/)).toBeVisible();
    expect(slot().queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
    await user.type(screen.getByLabelText(/^Title/), '!');
    await save();
    await screen.findByText('Post updated successfully!');
    expect(sent[0]).toMatchObject({ media_url: '', media_urls: ['x1.png', 'x2.png'] });
  });

  test('is chosen among its files by their names', async () => {
    const sent = await openToSave(old);
    await user.click(await slot().findByRole('button', { name: /^From the text/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'From the text' }));
    await user.click(await dialog.findByRole('button', { name: 'market.png' }));
    expect(await slot().findByText(/^It is in the text too/)).toBeVisible();
    expect(slot().getByText('market.png')).toBeVisible();
    const files = within(screen.getByRole('region', { name: 'Uploaded Media Preview' }));
    await user.click(files.getByRole('button', { name: 'Make cover sun.png' }));
    expect(await slot().findByText('Shown above the text.')).toBeVisible();
    await save();
    await screen.findByText('Post updated successfully!');
    expect(sent[0]).toMatchObject({ media_url: 'x1.png', media_urls: ['x1.png', 'x2.png'] });
  });

  test('is removed, which leaves the focus in the slot', async () => {
    const sent = await openToSave(adminPost({ media_url: '/media/x1.png' }));
    await user.click(await slot().findByRole('button', { name: 'Remove the cover' }));
    expect(slot().getByRole('button', { name: 'Upload a cover' })).toHaveFocus();
    expect(slot().getByText(/^Drop a picture here/)).toBeVisible();
    await save();
    await screen.findByText('Post updated successfully!');
    expect(sent[0]).toMatchObject({ media_url: '', media_urls: [] });
  });
});
