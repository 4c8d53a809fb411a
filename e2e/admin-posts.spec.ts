// The posts screen (specification 2.13): its words, numbers, states and confirmations, against the real binary.
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { mp4, png } from './support/files.ts';
import { hold } from './support/hold.ts';
import { staffToken } from './support/posts.ts';
import { open, signIn, withTallRows, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

const PICKER = 'Choose images and videos, or drop them here';
const MB = 1024 * 1024;
const lamp = { name: 'lamp.png', mimeType: 'image/png', buffer: png(64, 40, [210, 120, 40]) };
const sun = { name: 'sun.png', mimeType: 'image/png', buffer: png(40, 40, [230, 180, 40]) };

const pick = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel(PICKER).setInputFiles(files);

test('the form has every field of the specification', async ({ page, quietConsole }) => {
  await signIn(page);
  expect((await page.getByRole('toolbar', { name: 'Formatting' }).locator('../..').boundingBox())?.height).toBe(500);
  await expect(page.getByLabel('Extra Text')).toHaveAttribute('placeholder', 'Additional text to display below post');
  await expect(page.getByLabel('Extra Text')).toHaveAttribute('rows', '3');
  expect(await page.getByLabel('Author', { exact: true }).locator('option').allTextContents()).toEqual([
    'Mwanga Team',
    'Admin',
    'Editor',
    'Contributor',
    'Guest Writer',
    'Custom',
  ]);
  await page.getByLabel('Author', { exact: true }).selectOption('custom');
  await expect(page.getByLabel('Custom author name')).toBeVisible();
  await page.getByLabel('Author', { exact: true }).selectOption('editor');
  await expect(page.getByLabel('Custom author name')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Deal' }).click();
  await page.getByRole('button', { name: 'Remove deal 1' }).click();
  await expect(page.getByLabel('Store name')).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Upload Limits' })).toContainText('100 MB');
  await expect(page.getByRole('complementary', { name: 'Upload Limits' })).toContainText(
    'jpg, jpeg, png, gif, webp, mp4, webm, mov',
  );

  await page.getByRole('button', { name: 'Need help compressing large files?' }).click();
  const guide = page.getByRole('dialog', { name: 'Video Compression Guide' });
  for (const text of ['720', '2.5M', '128k']) await expect(guide).toContainText(text);
  await guide.getByRole('button', { name: 'Close' }).click();
  await expect(guide).toBeHidden();
  expect(quietConsole).toEqual([]);
});

test('files are picked, previewed, uploaded and put into the text', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('button', { name: 'Upload All' })).toBeDisabled();
  await pick(page, lamp, sun, { name: 'long.MP4', mimeType: 'video/mp4', buffer: mp4(11 * MB) });
  await expect(page.getByRole('heading', { name: 'Selected Files (3)' })).toBeVisible();
  await expect(page.getByText('11 MB', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Total: 11(\.\d+)? MB \(max 100 MB per file\)$/)).toBeVisible();
  await expect(page.getByText('Consider compressing this video')).toHaveCount(1);
  await expect(page.locator('video[src^="blob:"]')).toHaveCount(1);
  await expect(page.locator('img[src^="blob:"]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove long.MP4' }).click();
  await expect(page.getByRole('heading', { name: 'Selected Files (2)' })).toBeVisible();

  const { held, release } = hold();
  await page.route('**/api/uploads/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Upload All' }).click();
  await expect(page.getByText(/^Uploading lamp\.png \(\d+%\)$/)).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Uploading lamp.png' })).toBeVisible();
  release();
  for (const text of ['lamp.png uploaded successfully!', 'Uploaded 2 files successfully']) await toast(page, text);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const editor = page.getByRole('textbox', { name: 'Content' });
  await expect(editor.locator('figure img')).toHaveCount(2);
  const preview = page.getByRole('region', { name: 'Uploaded Media Preview' });
  await expect(preview.getByRole('listitem')).toHaveCount(2);
  await preview
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(preview.getByRole('listitem')).toHaveCount(1);
  await expect(editor.locator('figure img')).toHaveCount(1);
  await editor.getByRole('button', { name: 'Add alt text' }).click();
  await page.getByLabel('Describe the picture').fill('A lamp');
  await page.getByRole('button', { name: 'Save alt text' }).click();
  await expect(editor.locator('img[alt="A lamp"]')).toBeVisible();
  await expectAccessible(page);
});

test('files that cannot be taken are skipped by name, many of them in one line', async ({ page }) => {
  await page.route('**/api/admin/upload-config', (route) =>
    route.fulfill({ json: { maxFileSizeMB: 1, allowedExtensions: ['PNG', 'mp4'], timeoutSeconds: 3 } }),
  );
  await signIn(page);
  await expect(page.getByText('1 MB', { exact: true })).toBeVisible();
  const other = (name: string, bytes = 3) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(bytes) });
  await pick(page, other('notes.txt'), other('big.PNG', MB + 1));
  await expect(page.getByText('Skipped notes.txt: Invalid file type')).toBeVisible();
  await expect(page.getByText('Skipped big.PNG: Exceeds size limit')).toBeVisible();
  await pick(page, other('a.txt'), other('b.txt'), other('c.txt'), other('d.txt'));
  await expect(page.getByText('Some files were skipped - only png, mp4 allowed')).toBeVisible();
  await expect(page.getByText('Skipped a.txt: Invalid file type')).toHaveCount(0);
  await page.getByLabel('Image file').setInputFiles(other('draw.svg'));
  await expect(page.getByText('Invalid file type: .svg')).toBeVisible();
  await page.getByLabel('Image file').setInputFiles(other('wide.png', 2 * MB));
  await expect(page.getByText('wide.png (2MB) exceeds 1MB limit')).toBeVisible();
  await expect(page.getByText('Image upload failed')).toBeVisible();
});

test('an upload that fails says why, and the file waits for another try', async ({ page }) => {
  await page.route('**/api/admin/upload-config', (route) =>
    route.fulfill({ json: { max_file_size_mb: 7, timeout_seconds: 5 } }),
  );
  await signIn(page);
  await pick(page, lamp);
  const upload = async () => page.getByRole('button', { name: 'Upload All' }).click();
  await page.route('**/api/uploads/**', (route) => route.fulfill({ status: 413, body: '' }));
  await upload();
  await toast(page, 'File too large (server limit: 7MB)');
  await page.route('**/api/uploads/**', (route) => route.abort());
  await upload();
  await toast(page, 'Network error - check your connection');
  await page.route('**/api/uploads/**', () => {});
  await upload();
  await toast(page, 'Upload timed out after 5 seconds');
  await page.route('**/api/uploads/**', (route) => route.fulfill({ status: 500, body: '<xml/>' }));
  await upload();
  await toast(page, 'Failed to upload lamp.png');
  await page.unroute('**/api/uploads/**');
  await page.route('**/api/admin/media/record', (route) =>
    route.fulfill({
      status: 400,
      json: { error: 'Missing file_url', message: 'Missing file_url', code: 'media.missing' },
    }),
  );
  await upload();
  await toast(page, 'Missing file_url');
  await page.unroute('**/api/admin/media/record');
  await expect(page.getByRole('heading', { name: 'Selected Files (1)' })).toBeVisible();
  await upload();
  await toast(page, 'lamp.png uploaded successfully!');
});

test('files waiting are uploaded before the save, and belong to the post afterwards', async ({ page }) => {
  await signIn(page);
  await page.getByLabel('Title').fill('With a picture');
  await page.getByLabel('Category', { exact: false }).selectOption({ label: 'Tech' });
  await pick(page, lamp);
  const recorded: unknown[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/media/record')) recorded.push(sent.postDataJSON().post_id);
  });
  const { held, release } = hold();
  await page.route('**/api/admin/posts', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/admin/posts'),
  );
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  release();
  const made = await (await answered).json();
  await toast(page, 'Post created successfully!');
  expect(made.content).toContain('<figure><img src="/media/');
  expect(recorded).toEqual([0, made.id]);
  await expect(page.getByRole('heading', { name: 'Selected Files' })).toHaveCount(0);
  await expect(page.getByLabel('Author', { exact: true })).toHaveValue('mwanga_team');
});

test('embeds come from the short list and stand in the text as cards', async ({ page, request }) => {
  await signIn(page);
  await page.getByLabel('Title').fill('With a video of others');
  await page.getByLabel('Category', { exact: false }).selectOption({ label: 'Tech' });
  await write(page, 'Watch.');
  await page.getByRole('button', { name: 'Insert embed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Embed' });
  await dialog.getByLabel('Address').fill('https://evil.example/embed/x');
  await dialog.getByRole('button', { name: 'Insert embed' }).click();
  await expect(dialog).toContainText('This address cannot be embedded.');
  await expectAccessible(page);
  await dialog.getByLabel('Address').fill('https://youtu.be/dQw4w9WgXcQ');
  await dialog.getByLabel('Name').fill('A song');
  await dialog.getByRole('button', { name: 'Insert embed' }).click();
  await expect(page.getByRole('textbox', { name: 'Content' }).locator('figure[data-embed]')).toContainText('A song');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Post created successfully!');
  const html = await (await request.get('/post/slug/with-a-video-of-others')).text();
  expect(html).toContain('<figure data-embed="https://www.youtube.com/watch?v=dQw4w9WgXcQ">');
});

test('the list shows twenty posts a page, and can be searched and narrowed', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  for (const [title, more] of [
    ['Zebra crossings, drawn', { status: 'draft' }],
    ['Zebra crossings, painted', { category_name: 'science', is_today_pick: true, tags: 'roads' }],
    ['Zebra crossings, planned', { publish_date: '2099-01-02 10:00' }],
  ] as const) {
    await request.post('/api/admin/posts', {
      headers,
      data: { title, content: '<p>Stripes.</p>', category_name: 'tech', ...more },
    });
  }
  await withTallRows(page);
  await open(page, '/admin');
  const list = page.getByRole('list', { name: 'Posts', exact: true });
  await expect(list.locator('> li')).toHaveCount(20);
  await expect(page.getByRole('button', { name: 'Prev' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Prev' }).click();
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();

  await page.getByLabel('Search posts').fill('ZEBRA cross');
  await expect(list.locator('> li')).toHaveCount(3);
  const row = (title: string) => list.locator('> li').filter({ hasText: title });
  await expect(row('drawn').getByText('Draft', { exact: true })).toBeVisible();
  await expect(row('planned').getByText('Scheduled, 2 Jan 2099, 10:00')).toBeVisible();
  await expect(row('planned').getByText('2 Jan 2099', { exact: true })).toBeVisible();
  await expect(row('painted').getByText("Today's Pick")).toBeVisible();
  await expect(row('painted')).toContainText(/Science.*Mwanga Team/);
  await expect(row('painted').getByRole('link', { name: /^View Post/ })).toHaveAttribute(
    'href',
    '/post/zebra-crossings-painted',
  );
  await expect(row('painted').getByRole('link', { name: /^View Post/ })).toHaveAttribute('target', '_blank');
  await page.getByLabel('State').selectOption('draft');
  await expect(list.locator('> li')).toHaveCount(1);
  await page.getByLabel('Filed under').selectOption({ label: 'Science' });
  await expect(page.getByText('No post fits this search.')).toBeVisible();
  await expect(page).toHaveURL(/q=ZEBRA\+cross&status=draft&category=science$/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(list.locator('> li')).toHaveCount(20);

  // A post that readers cannot see yet is viewed here, by the parts of its page.
  await page.getByLabel('Search posts').fill('zebra crossings, d');
  const opened = page.waitForEvent('popup');
  await row('drawn')
    .getByRole('link', { name: /^View Post/ })
    .click();
  const preview = await opened;
  await expect(preview.getByRole('heading', { level: 1, name: 'Zebra crossings, drawn' })).toBeVisible();
  await expect(preview.getByText('This is a draft: only the newsroom sees it.')).toBeVisible();
  await expectAccessible(preview);
  await preview.getByRole('link', { name: 'Edit' }).click();
  await expect(preview.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
  await expect(preview.getByLabel('Title')).toHaveValue('Zebra crossings, drawn');
});

test('Edit fills the form and leads up to it, and Cancel Edit empties it', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  const data = {
    title: 'Quilts for cold nights',
    content: '<p>Warm words about quilts.</p>',
    category_name: 'tech',
    author_name: 'guest_writer',
    custom_author: 'Nafula Barasa',
    tags: 'quilts, wool',
    publish_date: '2026-01-05 09:30',
    brand: 'Blanketi',
    extra_text: 'Wash by hand.',
    is_today_pick: false,
    deal_links: [
      { url: 'https://shop.example.com/quilt', label: 'Sample Shop', product_name: 'Wool quilt', price: '40' },
    ],
  };
  expect((await request.post('/api/admin/posts', { headers, data })).ok()).toBe(true);
  await withTallRows(page);
  await open(page, '/admin');
  await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
  await page.getByLabel('Search posts').fill('quilts for');
  const row = page.getByRole('list', { name: 'Posts', exact: true }).locator('> li');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Warm words about quilts.');
  await expect(row).toContainText('Nafula Barasa');
  await expect(row.getByText('5 Jan 2026')).toBeVisible();
  await expect(row.getByRole('link', { name: 'Sample Shop · Wool quilt · $40' })).toHaveAttribute(
    'href',
    'https://shop.example.com/quilt',
  );

  await row.getByRole('button', { name: 'Edit Quilts' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeInViewport();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  for (const [label, value] of [
    ['Title', data.title],
    ['Tags', data.tags],
    ['Publish Date', '2026-01-05T09:30'],
    ['Brand', data.brand],
    ['Extra Text', data.extra_text],
    ['Guest writer name', data.custom_author],
    ['Store name', 'Sample Shop'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: false }).first(), label).toHaveValue(value);
  }
  await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('Warm words about quilts.');
  await expect(page.getByRole('checkbox', { name: "Today's Pick" })).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Remove deal 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel Edit' }).click();
  await expect(page.getByRole('heading', { name: 'Create New Post' })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByLabel('Store name')).toHaveCount(0);
  await expect(page.getByLabel('Author', { exact: true })).toHaveValue('mwanga_team');
});

test('what cannot be loaded, saved or deleted is said', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  await request.post('/api/admin/posts', {
    headers,
    data: { title: 'Stays', content: '<p>x</p>', category_name: 'tech' },
  });
  const busy = {
    status: 503,
    json: { error: 'We are busy right now.', message: 'We are busy right now.', code: 'busy' },
  };
  await page.route('**/api/admin/posts?**', (route) => route.fulfill(busy));
  await signIn(page);
  await expect(page.getByText('Failed to load initial data')).toBeVisible();
  await page.unroute('**/api/admin/posts?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Failed to load initial data')).toBeHidden();
  await page.route('**/api/admin/posts/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill(busy) : route.continue(),
  );
  await page.getByRole('button', { name: 'Delete Stays' }).click();
  const asked = page.getByRole('dialog', { name: 'Are you sure you want to delete this post?' });
  await asked.getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Failed to delete post');
  await page.route('**/api/admin/posts', (route) =>
    route.request().method() === 'POST' ? route.fulfill(busy) : route.continue(),
  );
  await page.getByLabel('Title').fill('Kept');
  await page.getByLabel('Category', { exact: false }).selectOption({ label: 'Tech' });
  await write(page, 'Text.');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Failed to save post');
  await expect(page.getByLabel('Title')).toHaveValue('Kept');
});

test('broken media are cleaned after a question that names them, and only from our own store', async ({
  page,
  request,
  demo,
}) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  await request.post('/api/admin/posts', {
    headers,
    data: {
      title: 'Gone file',
      content: '<p>Text.</p><figure><img src="/media/2026/11/gone.png" alt=""></figure>',
      category_name: 'tech',
    },
  });
  await signIn(page);
  const tool = page.getByRole('button', { name: 'Clean Broken Media' });
  const marker = join(demo.dataDir, 'media/files/.mwanga');
  await rename(marker, `${marker}-away`);
  await tool.click();
  await toast(page, 'Failed to clean broken media');
  await rename(`${marker}-away`, marker);

  await tool.click();
  const question = page.getByRole('dialog', { name: 'Clean Broken Media' });
  await expect(question).toContainText('This will permanently remove all broken media references. Continue?');
  await expect(question).toContainText('1 reference in 1 post:');
  await expect(question).toContainText('Gone file (1 file)');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await (await request.get('/post/slug/gone-file')).text()).toContain('gone.png');

  await tool.click();
  const { held, release } = hold();
  await page.route('**/api/admin/clean-broken-media', async (route) => {
    await held;
    await route.continue();
  });
  await question.getByRole('button', { name: 'Remove references' }).click();
  await expect(page.getByRole('button', { name: 'Cleaning...' })).toBeDisabled();
  release();
  await toast(page, 'Broken media cleaned successfully', '1 reference removed.');
  expect(await (await request.get('/post/slug/gone-file')).text()).not.toContain('gone.png');

  await tool.click();
  await toast(page, 'Broken media cleaned successfully', 'No broken media: every file that posts show is there.');
  await expect(question).toBeHidden();
});

test("editors order Today's Picks by keyboard, and home follows", async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  const made = await request.post('/api/admin/posts', {
    headers,
    data: { title: 'The newest pick', content: '<p>x</p>', category_name: 'tech', is_today_pick: true },
  });
  expect(made.status(), await made.text()).toBe(201);
  const shown = async () =>
    (await (await request.get('/api/posts/public/todays-picks')).json()).data.map(
      ({ title }: { title: string }) => title,
    );
  const [first, second] = await shown();
  expect(first).toBe('The newest pick');
  await signIn(page);
  await expect(page.getByRole('button', { name: `Move ${first} up` })).toBeDisabled();
  await page.getByRole('button', { name: `Move ${first} down` }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await shown())[0]).toBe(second);
  await expect(page.getByRole('button', { name: `Move ${first} down` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await shown())[2]).toBe(first);
});
