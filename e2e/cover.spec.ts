// The cover of a post: chosen above the title, kept apart from the text, cut around its focal point.
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { png } from './support/files.ts';
import { staffToken } from './support/posts.ts';
import { signIn, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

const harbour = { name: 'Harbour at dawn.png', mimeType: 'image/png', buffer: png(900, 600, [60, 110, 160]) };
const baskets = { name: 'baskets.png', mimeType: 'image/png', buffer: png(600, 400, [160, 90, 60]) };

const slot = (page: Page) => page.getByRole('region', { name: 'Cover' });
const hero = (page: Page) => page.locator('figure.hero');

async function fill(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category', { exact: false }).selectOption({ label: 'Tech' });
  await write(page, 'Boats come in before the sun does.');
}

async function edit(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
}

test('a cover is uploaded and described by keyboard, and every crop keeps its focal point', async ({ page }) => {
  await signIn(page);
  await fill(page, 'The harbour wakes');
  const choosing = page.waitForEvent('filechooser');
  await slot(page).getByRole('button', { name: 'Upload a cover' }).focus();
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(harbour);
  await toast(page, 'Harbour at dawn.png uploaded successfully!');
  await expect(slot(page).getByText('Harbour at dawn.png')).toBeVisible();
  await expect(slot(page).getByText('Shown above the text.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Content' }).locator('figure')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Uploaded Media Preview' })).toHaveCount(0);

  await slot(page).getByLabel('Description').focus();
  for (const text of ['Boats in a harbour', 'The fleet is back.', 'Amina Otieno']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(slot(page).locator('summary').last()).toBeFocused();
  await page.keyboard.press('Enter');
  const point = slot(page).getByRole('slider', { name: 'Focal point' });
  await page.keyboard.press('Tab'); // the way back to the centre cannot be pressed yet
  await expect(point).toBeFocused();
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowDown', 'ArrowDown']) {
    await page.keyboard.press(key);
  }
  await expect(point).toHaveAttribute('aria-valuetext', '20% from the left, 62% from the top');
  const crops = slot(page).getByRole('list', { name: 'How the site crops it' }).locator('img');
  for (const crop of await crops.all()) await expect(crop).toHaveCSS('object-position', '20% 62%');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save Post' }).focus();
  await page.keyboard.press('Enter');
  await toast(page, 'Post created successfully!');
  await expect(slot(page).getByText(/^Drop a picture here/)).toBeVisible();

  await page.goto('/post/slug/the-harbour-wakes');
  const picture = hero(page).getByRole('img', { name: 'Boats in a harbour' });
  await expect(picture).toHaveCSS('object-position', '20% 62%');
  await expect(hero(page).locator('figcaption')).toHaveText('The fleet is back. Photo: Amina Otieno');
  await expect(page.locator('.prose img')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/category/tech');
  const card = page.locator('article').filter({ hasText: 'The harbour wakes' });
  await expect(card.locator('img').first()).toHaveCSS('object-position', '20% 62%');
});

test('what was set is there again, is pointed at, and goes with the cover', async ({ page, request }) => {
  await signIn(page);
  await edit(page, 'The harbour wakes');
  await expect(slot(page).getByLabel('Description')).toHaveValue('Boats in a harbour');
  await slot(page).getByText('Focal point and crops').click();
  const point = slot(page).getByRole('slider', { name: 'Focal point' });
  const box = await point.boundingBox();
  if (!box) throw new Error('no box');
  await point.click({ position: { x: box.width * 0.9, y: box.height * 0.1 } });
  await expect(point).toHaveAttribute('aria-valuetext', '90% from the left, 10% from the top');
  await slot(page).getByText('Description, caption and credit').click();
  await slot(page).getByLabel('Caption').fill('The fleet is back, all of it.');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Post updated successfully!');
  await page.goto('/post/slug/the-harbour-wakes');
  await expect(hero(page).locator('img')).toHaveCSS('object-position', '90% 10%');
  await expect(hero(page).locator('figcaption')).toHaveText('The fleet is back, all of it. Photo: Amina Otieno');

  await page.goto('/admin');
  await edit(page, 'The harbour wakes');
  await slot(page).getByRole('button', { name: 'Remove the cover' }).click();
  await expect(slot(page).getByRole('button', { name: 'Upload a cover' })).toBeFocused();
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Post updated successfully!');
  await page.goto('/post/slug/the-harbour-wakes');
  await expect(page.getByRole('heading', { name: 'The harbour wakes', level: 1 })).toBeVisible();
  await expect(hero(page)).toHaveCount(0);
  const post = await (await request.get('/api/post/slug/the-harbour-wakes')).json();
  expect([post.media_url, post.media_urls, post.preview]).toEqual([null, [], null]);
});

test('a post of old shows its first file, and the form says where it comes from', async ({ page, request }) => {
  const headers = { Authorization: `Bearer ${await staffToken(request)}` };
  const listed = await request.get('/api/admin/media?q=harbour', { headers });
  const [file] = (await listed.json()).data;
  const made = await request.post('/api/admin/posts', {
    headers,
    data: { title: 'Of old', content: '<p>Text.</p>', category_name: 'tech', media_urls: [file.url] },
  });
  expect(made.status()).toBe(201);
  await page.goto('/post/slug/of-old');
  await expect(hero(page).locator('img')).toHaveAttribute('src', file.url);

  await signIn(page);
  await edit(page, 'Of old');
  await expect(slot(page).getByText(/^From the text: lists/)).toBeVisible();
  const files = page.getByRole('region', { name: 'Uploaded Media Preview' });
  await expect(files.getByRole('button', { name: 'Remove Harbour at dawn.png from the post' })).toBeVisible();
  await page.getByLabel('Title').fill('Of old, still');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Post updated successfully!');
  await page.goto('/post/slug/of-old');
  await expect(hero(page).locator('img')).toHaveAttribute('src', file.url);
});

test('a cover and what is said of it survive a reload, and are dropped into their place', async ({ page }) => {
  await signIn(page);
  await fill(page, 'Baskets');
  const bytes = baskets.buffer.toString('base64');
  const transfer = await page.evaluateHandle((base64) => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    data.items.add(new File([content], 'baskets.png', { type: 'image/png' }));
    return data;
  }, bytes);
  await slot(page).dispatchEvent('drop', { dataTransfer: transfer });
  await toast(page, 'baskets.png uploaded successfully!');
  await slot(page).getByLabel('Credit').fill('Juma Were');
  await expect(page.getByText(/kept in this browser/)).toBeVisible();
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.getByRole('link', { name: 'Look at it' }).click();
  await page.getByRole('button', { name: /^Restore/ }).click();
  await expect(slot(page).getByText('baskets.png')).toBeVisible();
  await expect(slot(page).getByLabel('Credit')).toHaveValue('Juma Were');
  await page.getByRole('button', { name: 'Publish' }).click();
  await toast(page, 'Post created successfully!');
  await page.goto('/post/slug/baskets');
  await expect(hero(page).locator('figcaption')).toHaveText('Photo: Juma Were');
});
