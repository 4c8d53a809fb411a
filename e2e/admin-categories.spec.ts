import { expectAccessible } from './support/axe.ts';
import { expectGoodLooks } from './support/looks.ts';
import { staffToken } from './support/posts.ts';
import { demoEditor, open, openAs, signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

test('categories are made, renamed and deleted with a target, and readers follow', async ({
  page,
  request,
  quietConsole,
}) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  await signIn(page);
  await page.getByRole('link', { name: 'Categories' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  await page.getByRole('button', { name: 'New category' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('tech');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('There is a category with this name already.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Solar power');
  await page.getByRole('button', { name: 'Create' }).click();
  await toast(page, 'Category created.');
  await expect(page.getByText('/category/solar-power')).toBeVisible();

  await request.post('/api/admin/posts', {
    headers,
    data: { title: 'On a roof', content: '<p>Panels.</p>', category_name: 'solar-power' },
  });
  expect(await (await request.get('/category/solar-power')).text()).toContain('On a roof');
  await page.getByRole('button', { name: 'Edit Solar power' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Sunshine');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Category renamed.');
  expect(await (await request.get('/category/solar-power')).text()).toContain('Sunshine');

  await page.getByRole('button', { name: 'Delete Sunshine' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Sunshine?' });
  await dialog.getByRole('button', { name: 'Move posts and delete' }).click();
  await expect(dialog.getByText('Choose where its posts go.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Move its posts to').selectOption({ label: 'Science' });
  await dialog.getByRole('button', { name: 'Move posts and delete' }).click();
  await toast(page, 'Category deleted.');
  await expect(page.getByRole('button', { name: 'Delete Sunshine' })).toHaveCount(0);
  const moved = await request.get('/category/solar-power', { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([301, '/category/science']);
  expect(await (await request.get('/category/science')).text()).toContain('On a roof');
  // What the site is made of cannot go.
  await expect(page.getByRole('button', { name: 'Delete Sponsored' })).toHaveCount(0);
  expect(quietConsole.filter((line) => !/409|Failed to load resource/.test(line))).toEqual([]);
});

/** A red square of one pixel. */
const square = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

test('an editor says what a category is about, and readers see it in its colour', async ({
  page,
  request,
  quietConsole,
}) => {
  await openAs(page, demoEditor, '/admin/categories');
  await page.getByRole('button', { name: 'Edit Science' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Science' });
  await dialog.getByLabel('Description').fill('What is known <now>, and how we know it.');
  await dialog.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffff00');
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a picture for Picture' }).click();
  await (await chooser).setFiles({ name: 'square.png', mimeType: 'image/png', buffer: square });
  await expect(dialog.getByRole('img', { name: 'Picture now' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('In the light theme this reaches')).toBeVisible();
  // Nothing typed is lost.
  await expect(dialog.getByLabel('Description')).toHaveValue('What is known <now>, and how we know it.');
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Colour', exact: true }).fill('#0b5fa5');
  await dialog.getByRole('checkbox', { name: 'On home' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Category saved.');
  await expect(page.getByRole('listitem').filter({ hasText: '/category/science' })).toContainText('Not on home');
  await expectAccessible(page);

  await page.goto('/category/science');
  await expect(page.getByText('What is known <now>, and how we know it.')).toBeVisible();
  await expect(page.locator('.listing-hue')).toHaveCSS('color', 'rgb(11, 95, 165)');
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /What is known <now>/);
  expect(await (await request.get('/')).text()).not.toContain('section-science');
  expect(quietConsole.filter((line) => !/422|In the light theme/.test(line))).toEqual([]);
});

test('categories are ordered by keyboard and by pointer, and home follows', async ({ page, request }) => {
  await open(page, '/admin/categories');
  const rows = page.getByRole('list', { name: 'Categories' }).getByRole('listitem');
  await expect(rows.nth(1)).toContainText('/category/tech');
  await page.getByRole('button', { name: 'Move down: Tech' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows.nth(2)).toContainText('/category/tech');
  await expect(page.getByRole('button', { name: 'Move down: Tech' })).toBeFocused();
  await expect(page.getByText('Tech is now 3 of')).toBeAttached();
  await expect
    .poll(async () => {
      const home = await (await request.get('/')).text();
      return home.indexOf('section-business') < home.indexOf('section-tech');
    })
    .toBe(true);

  const handle = rows.nth(2).getByTitle('Drag to another place');
  const [from, to] = [await handle.boundingBox(), await rows.nth(0).boundingBox()];
  if (!from || !to) throw new Error('the rows are not drawn');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, to.y + 30, { steps: 8 });
  await page.mouse.move(from.x + 10, to.y + 2, { steps: 4 });
  const saved = page.waitForResponse('**/api/admin/categories/order');
  await page.mouse.up();
  await expect(rows.nth(0)).toContainText('/category/tech');
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(rows.nth(0)).toContainText('/category/tech');
});

test('preview and categories look good', async ({ page, request, quietConsole }) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  const scheduled = await (await request.get('/api/admin/posts?status=scheduled', { headers })).json();
  await open(page, '/admin/categories');
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  await expectGoodLooks(page);
  await page.goto(`/admin/preview/${scheduled.data[0].id}`);
  await expect(page.getByRole('heading', { level: 1, name: scheduled.data[0].title })).toBeVisible();
  await expect(page.getByText(/Scheduled: readers see it from/)).toBeVisible();
  await expectGoodLooks(page);
  await page.goto('/admin/preview/999999');
  await expect(page.getByText('This post does not exist.')).toBeVisible();
  expect(quietConsole.filter((line) => !line.includes('404'))).toEqual([]);
});
