import { expectAccessible } from './support/axe.ts';
import { staffToken } from './support/posts.ts';
import { signIn } from './support/staff.ts';
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
  await page.getByRole('button', { name: 'Rename Solar power' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Sunshine');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
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

for (const [device, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1280, height: 900 }],
] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`preview and categories are accessible: ${theme}, ${device}`, async ({ page, request, quietConsole }) => {
      const headers = { authorization: `Bearer ${await staffToken(request)}` };
      const scheduled = await (await request.get('/api/admin/posts?status=scheduled', { headers })).json();
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: theme });
      await signIn(page);
      for (const [path, shown] of [
        ['/admin/categories', 'Categories'],
        [`/admin/preview/${scheduled.data[0].id}`, scheduled.data[0].title],
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: shown })).toBeVisible();
        await expectAccessible(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, path).toBeLessThanOrEqual(0);
      }
      await expect(page.getByText(/Scheduled: readers see it from/)).toBeVisible();
      await page.goto('/admin/preview/999999');
      await expect(page.getByText('This post does not exist.')).toBeVisible();
      expect(quietConsole.filter((line) => !line.includes('404'))).toEqual([]);
    });
  }
}
