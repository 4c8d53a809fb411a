// Nothing typed is lost: without a network, after a crash, in a second tab, when somebody else saves, when the session ends.
import { expectAccessible } from './support/axe.ts';
import { staffToken } from './support/posts.ts';
import { demoEditor, signIn, signInByForm, write } from './support/staff.ts';
import { demoAdmin, expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

const KEPT = /^Unsaved changes, kept in this browser at \d\d:\d\d$/;

test('without a network writing goes on, it is said, and saving works once it is back', async ({
  page,
  context,
  request,
}) => {
  await signIn(page);
  await page.getByLabel('Title').fill('Written on a bus');
  await page.getByLabel('Category', { exact: false }).selectOption({ label: 'Tech' });
  await context.setOffline(true);
  await expect(page.getByText('You are offline. Go on writing and save when you are back.')).toBeVisible();
  await write(page, 'Between two towers.');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Failed to save post');
  await expect(page.getByText('Network error - check your connection')).toBeVisible();
  await expect(page.getByText(KEPT)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Written on a bus');
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Post created successfully!');
  expect(await (await request.get('/post/slug/written-on-a-bus')).text()).toContain('Between two towers.');
});

test('what was typed comes back after the page went away, and typing first does not write over it', async ({
  page,
  context,
  demo,
}) => {
  await signIn(page);
  await page.getByLabel('Title').fill('Before the crash');
  await write(page, 'Every word.');
  await expect(page.getByText(KEPT)).toBeVisible();
  // That may have been said of the title.
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('Every word.');
  // Another tab, as after a crash: the first one is gone without a word.
  const next = await context.newPage();
  await page.close({ runBeforeUnload: false });
  await next.goto(`${demo.url}/admin`);
  await next.getByRole('link', { name: 'Look at it' }).click();
  await next.getByLabel('Title').fill('Something else');
  await expect(next.getByText(KEPT)).toBeVisible();
  const offer = next.getByRole('list', { name: 'Unsaved work in this browser' });
  await expect(offer).toContainText('“Before the crash”');
  await expectAccessible(next);
  await offer.getByRole('button', { name: 'Restore' }).click();
  await expect(next.getByLabel('Title')).toHaveValue('Before the crash');
  await expect(next.getByRole('textbox', { name: 'Content' })).toContainText('Every word.');
  // Both are there until they are saved or discarded.
  await next.reload();
  await expect(offer.getByRole('listitem')).toHaveCount(2);
  await offer
    .getByRole('listitem')
    .filter({ hasText: 'Something else' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(offer.getByRole('listitem')).toHaveCount(1);
});

test('work left at the end of a session is offered after signing in again, to that account alone', async ({
  page,
  request,
}) => {
  await signIn(page);
  await page.getByLabel('Title').fill('Over the weekend');
  await expect(page.getByText(KEPT)).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('admin_token'));
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
  await page.getByRole('button', { name: 'Next' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\/admin-auth$/);
  await signInByForm(page, demoEditor);
  await expect(page.getByRole('link', { name: 'Look at it' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await signInByForm(page, demoAdmin);
  await page.getByRole('link', { name: 'Look at it' }).click();
  await page.getByRole('button', { name: 'Restore' }).first().click();
  await expect(page.getByLabel('Title')).toHaveValue('Over the weekend');
});

test('leaving with unsaved work asks, on the way to another screen and out of the page', async ({ page }) => {
  await signIn(page);
  await page.getByLabel('Title').fill('Do not go');
  await page.getByRole('link', { name: 'Categories' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Do not go');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(page.getByLabel('Title')).toHaveValue('Do not go');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Do not go');
});

test('both versions are shown when somebody else saved, and theirs can be loaded without losing mine', async ({
  page,
  request,
}) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  const data = { title: 'A shared post', content: '<p>One lamp.</p><p>Second paragraph.</p>', category_name: 'tech' };
  const { id } = await (await request.post('/api/admin/posts', { headers, data })).json();
  await signIn(page);
  await page.getByRole('button', { name: 'Edit A shared post' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('A shared post');
  await page.getByLabel('Title').fill('My shared post');
  await request.put(`/api/admin/posts/${id}`, {
    headers,
    data: { content: '<p>Two lamps.</p><p>Second paragraph.</p>' },
  });
  await page.getByRole('button', { name: 'Save Post' }).click();
  const dialog = page.getByRole('dialog', { name: 'This post was changed meanwhile' });
  await expect(dialog.getByRole('row', { name: /Title/ })).toContainText('My shared post');
  await expect(dialog.getByRole('row', { name: /Content/ }).locator('mark')).toHaveText(['One lamp.', 'Two lamps.']);
  await expect(dialog).not.toContainText('Second paragraph.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Load theirs' }).click();
  await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('Two lamps.');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('My shared post');
});

test('a save whose answer was lost is done once it is repeated', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  const data = { title: 'Lost answers', content: '<p>Text.</p>', category_name: 'tech' };
  const { id } = await (await request.post('/api/admin/posts', { headers, data })).json();
  // Set before the page is there, so that no call of it can slip past.
  let lost = 0;
  await page.route(`**/api/admin/posts/${id}`, async (route) => {
    if (route.request().method() !== 'PUT' || lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await signIn(page);
  await page.getByRole('button', { name: 'Edit Lost answers' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Lost answers');
  await page.getByLabel('Brand').fill('Jua');
  await write(page, 'More words. ');
  const save = page.getByRole('button', { name: 'Save Post' });
  await save.click();
  await expect(page.getByText('Network error - check your connection')).toBeVisible();
  await save.click();
  await toast(page, 'Post updated successfully!');
  expect((await (await request.get(`/api/admin/posts/${id}`, { headers })).json()).revision).toBe(2);
});

for (const way of ['as it is', 'with more words', 'after a reload']) {
  test(`a new post whose answer was lost is one post when it is saved again ${way}`, async ({ page, request }) => {
    const title = `Made once, ${way}`;
    let lost = 0;
    await page.route('**/api/admin/posts', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await signIn(page);
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Category', { exact: false }).selectOption({ label: 'Tech' });
    await write(page, 'Light.');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Network error - check your connection')).toBeVisible();
    if (way === 'with more words') await write(page, ' More words.');
    if (way === 'after a reload') {
      await expect(page.getByText(KEPT)).toBeVisible();
      page.once('dialog', (dialog) => dialog.accept());
      await page.reload();
      await page.getByRole('link', { name: 'Look at it' }).click();
      await page.getByRole('button', { name: 'Restore' }).click();
      await expect(page.getByLabel('Title')).toHaveValue(title);
    }
    await page.getByRole('button', { name: way === 'after a reload' ? 'Publish' : 'Save Post' }).click();
    await toast(page, 'Post created successfully!');
    const headers = { authorization: `Bearer ${await staffToken(request)}` };
    const listed = await (await request.get(`/api/admin/posts?q=${title}`, { headers })).json();
    const data = listed.data.filter((post: { title: string }) => post.title === title);
    expect([data.length, lost]).toEqual([1, 1]);
    const saved = await (await request.get(`/api/admin/posts/${data[0].id}`, { headers })).json();
    expect([saved.title, saved.content]).toEqual([title, expect.stringContaining('Light.')]);
    expect(saved.content.includes('More words.')).toBe(way === 'with more words');
  });
}

test('an earlier version is compared and restored; slug and status stay', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  const data = { title: 'First version', content: '<p>An old sentence.</p>', category_name: 'tech', status: 'draft' };
  const { id } = await (await request.post('/api/admin/posts', { headers, data })).json();
  await request.put(`/api/admin/posts/${id}`, {
    headers,
    data: { title: 'Second version', slug: 'second-one', content: '<p>A new sentence.</p>', status: 'published' },
  });
  await signIn(page);
  await page.getByRole('button', { name: 'Edit Second version' }).click();
  await page.getByRole('button', { name: 'History' }).click();
  const dialog = page.getByRole('dialog', { name: 'History' });
  const saves = dialog.getByRole('list', { name: 'Saves' }).getByRole('button');
  await expect(saves).toHaveCount(2);
  await expect(saves.first()).toContainText('admin@example.com');
  await saves.last().click();
  await expect(dialog.getByRole('row', { name: /Content/ }).locator('mark')).toHaveText(['An old ', 'A new ']);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('First version');
  await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('An old sentence.');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Post updated successfully!');
  const saved = await (await request.get(`/api/admin/posts/${id}`, { headers })).json();
  expect([saved.title, saved.slug, saved.status, saved.revision]).toEqual([
    'First version',
    'second-one',
    'published',
    3,
  ]);
});

test('keyboard shortcuts lead everywhere', async ({ page }) => {
  await signIn(page);
  // The list is asked for by what binds the keys too.
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  await page.keyboard.press('Alt+Shift+F');
  await expect(page.getByLabel('Search posts')).toBeFocused();
  await page.keyboard.press('Alt+Shift+N');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Alt+Shift+H');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('textbox', { name: 'Content' }).click();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Link' })).toBeHidden();
  await page.getByRole('textbox', { name: 'Content' }).click();
  await page.keyboard.press('Alt+F10');
  await expect(
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button').and(page.locator(':focus')),
  ).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Enter a title, or write something first.').first()).toBeVisible();
});
