// Saving while writing: drafts stay in the form, readers see what a button says, a post alone has an address.
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { staffToken } from './support/posts.ts';
import { open, signIn, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

const saved = (page: Page) => page.getByText(/^Draft saved at/);

test('a post is written alone: saved by the keys, reloaded, scheduled, and changed without a reader noticing', async ({
  page,
  request,
}) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  await signIn(page);
  await page.getByRole('link', { name: 'Full page' }).click();
  await expect(page).toHaveURL(/\/admin\/posts\/new$/);
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
  await page.getByLabel('Title').fill('Rain on a tin roof');
  await expect(page).toHaveTitle(/^• New post · /);
  await page.getByLabel('Category', { exact: false }).selectOption({ label: 'Tech' });
  await write(page, 'It drums.');
  await page.keyboard.press('Control+s');
  await expect(saved(page)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/);
  await expect(page).toHaveTitle(/^Rain on a tin roof · /);
  const id = Number(new URL(page.url()).pathname.split('/').pop());
  // The cursor stayed where it was, and so did the editor's own undo.
  await page.keyboard.type(' And drums.');
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => (await (await request.get(`/api/admin/posts/${id}`, { headers })).json()).revision)
    .toBe(2);
  const draft = await (await request.get(`/api/admin/posts/${id}`, { headers })).json();
  expect([draft.status, draft.content]).toEqual(['draft', '<p>It drums. And drums.</p>']);
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('It drums. And drums.');
  await page.getByLabel('Publish Date').fill('2099-12-01T09:00');
  await page.getByRole('button', { name: 'Schedule for 1 Dec 2099, 09:00' }).click();
  await toast(page, 'Post updated successfully!');
  await page.getByLabel('Publish Date').fill('');
  await page.getByRole('button', { name: 'Publish' }).click();
  await toast(page, 'Post updated successfully!');
  const address = `/api/post/slug/${draft.slug}`;
  expect((await (await request.get(address)).json()).content).toBe('<p dir="auto">It drums. And drums.</p>');

  // Public: Ctrl+S keeps the words, Update alone changes what readers see.
  await expect(page.getByRole('button', { name: 'Save Draft' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Content' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Then it stops.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Your changes were kept at/)).toBeVisible();
  expect((await (await request.get(address)).json()).content).not.toContain('Then it stops.');
  await page.getByRole('button', { name: 'Update' }).click();
  await toast(page, 'Post updated successfully!');
  expect((await (await request.get(address)).json()).content).toContain('Then it stops.');

  await page.getByRole('link', { name: '← All posts' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goBack();
  await expect(page.getByLabel('Title')).toHaveValue('Rain on a tin roof');
});

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 740 },
]) {
  test(`a post alone grows with its text, and no bar covers the line that is written, at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await open(page, '/admin/posts/new');
    const title = page.getByLabel('Title');
    await title.fill('A title that is long enough for a second line, in a window however wide');
    expect((await title.boundingBox())?.height).toBeGreaterThan(60);
    await title.press('Enter');
    const text = page.getByRole('textbox', { name: 'Content' });
    await expect(text).toBeFocused();
    await expect(title).toHaveValue(/however wide$/);
    const tools = page.getByRole('toolbar', { name: 'Formatting' });
    for (let line = 1; line <= 25; line += 1) {
      await page.keyboard.type(`Line ${line}.`);
      await page.keyboard.press('Enter');
    }
    const isFree = async (words: string) => {
      const [line, above, below] = await Promise.all(
        [text.getByText(words, { exact: true }), tools, page.getByRole('button', { name: 'Publish' })].map((part) =>
          part.boundingBox(),
        ),
      );
      return line && above && below && line.y >= above.y + above.height && line.y + line.height <= below.y;
    };
    await expect.poll(() => isFree('Line 25.')).toBe(true);
    await expect(tools).toBeInViewport();
    for (let line = 1; line <= 20; line += 1) await page.keyboard.press('ArrowUp');
    await expect.poll(() => isFree('Line 6.')).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    await expectAccessible(page);

    // A field that is refused keeps nothing else from being saved, and what it says breaks, however long its word.
    await page.getByLabel('Title').fill('Line by line');
    await page.getByLabel('Tags').fill('x'.repeat(70));
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/Everything else was saved\.$/)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });
}

test('the form of the desk opens and closes above the list, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/admin');
  await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create New Post' }).press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);

  // Edit fills the form and scrolls to top; Cancel Edit empties it, Close closes it.
  await page.getByRole('list', { name: 'Posts' }).getByRole('button', { name: 'Edit' }).first().click();
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeFocused();
  await expect(page.getByLabel('Title')).not.toHaveValue('');
  await page.getByRole('button', { name: 'Cancel Edit' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveCount(0);
});
