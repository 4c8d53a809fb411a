// The desk: what today holds, the list of posts, one action on many, the calendar.
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { staffToken } from './support/posts.ts';
import { demoEditor, open, openAs, signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Posts', exact: true }).locator('> li');

/** Three posts about the same thing: a draft, a public one and one of a day far ahead. */
async function giraffes(request: Parameters<typeof staffToken>[0]) {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  for (const [title, more] of [
    ['Giraffes, drawn', { status: 'draft', publish_date: '2099-03-04 08:00' }],
    ['Giraffes, painted', { tags: 'animals' }],
    ['Giraffes, planned', { publish_date: '2099-03-05 10:00' }],
  ] as const) {
    const data = { title, content: '<p>Long necks everywhere.</p>', category_name: 'tech', ...more };
    expect((await request.post('/api/admin/posts', { headers, data })).ok()).toBe(true);
  }
}

test('today stands above the list and leads to what waits', async ({ page, request }) => {
  await giraffes(request);
  await open(page, '/admin');
  const today = page.locator('section', { has: page.locator('#today-title') });
  await expect(today.getByRole('link', { name: /drafts?$/ })).toBeVisible();
  await expect(today.getByText(/daily newsletter/)).toBeVisible();
  const next = page.getByRole('region', { name: 'What goes out next' });
  await expect(next.getByRole('link', { name: /Giraffes, planned/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
  await expectAccessible(page);
  await today.getByRole('link', { name: /scheduled$/ }).click();
  await expect(page).toHaveURL(/\?status=scheduled$/);
  await expect(page.getByRole('heading', { name: 'All Posts' })).toBeInViewport();
  await expect(list(page).filter({ hasText: 'Giraffes, planned' })).toHaveCount(1);
  await expect(list(page).filter({ hasText: 'Giraffes, drawn' })).toHaveCount(0);
});

test('the list is searched with slips, sorted, longer and taller, and Back goes back', async ({ page, request }) => {
  await giraffes(request);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/admin');
  await expect(list(page)).toHaveCount(20);
  expect((await list(page).nth(9).boundingBox())?.y ?? 900).toBeLessThan(860);
  await page.getByLabel('Search posts').fill('girafes necks');
  await expect(list(page).filter({ hasText: 'Giraffes, drawn' }).first()).toBeVisible();
  await page.getByLabel('State').selectOption('draft');
  await expect(page).toHaveURL(/status=draft/);
  await expect(list(page).filter({ hasNotText: 'Draft' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('Order', { exact: true }).selectOption('title');
  await expect(page).toHaveURL(/\?sort=title$/);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByLabel('Rows a page').selectOption('50');
  await expect(page).toHaveURL(/rows=50/);
  await expect(list(page)).toHaveCount(50);
  await page.goBack();
  await expect(list(page)).toHaveCount(20);
  await expect(page.getByLabel('Order', { exact: true })).toHaveValue('title');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 740 });
  await expect(list(page)).toHaveCount(20);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin');
  const tenth = await list(page).nth(9).boundingBox();
  expect((tenth?.y ?? 9_000) + (tenth?.height ?? 0)).toBeLessThan(1_500);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Tall rows' }).click();
  expect((await list(page).first().boundingBox())?.height).toBeGreaterThan(100);
  await page.reload();
  await expect(list(page)).toHaveCount(20);
  expect((await list(page).first().boundingBox())?.height, 'this browser remembers it').toBeGreaterThan(100);
});

test('many posts are tagged, deleted after a question, and brought back', async ({ page, request }) => {
  await giraffes(request);
  await open(page, '/admin?q=giraffes&rows=50');
  await page.getByLabel('Choose Giraffes, painted').first().check();
  await page.getByLabel('Choose Giraffes, planned').first().check();
  const bar = page.getByRole('form', { name: 'Chosen posts' });
  await expect(bar).toContainText('2 posts');
  await bar.getByLabel('What to do with them').selectOption('add_tag');
  await bar.getByLabel('Tag to add to them').fill('Long necks');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Apply' }).click();
  await toast(page, '2 posts changed');
  await expect(bar).toBeHidden();
  await page.goto('/admin?tag=Long+necks');
  await expect(list(page)).toHaveCount(2);
  await page.getByLabel('Choose all on this page').check();
  await bar.getByLabel('What to do with them').selectOption('trash');
  await bar.getByRole('button', { name: 'Apply' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete these 2 posts?' });
  await expect(question).toContainText('30 days');
  await question.getByRole('button', { name: 'Delete' }).click();
  await toast(page, '2 posts deleted successfully');
  await expect(page.getByText('No post fits this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo delete' }).click();
  await toast(page, '2 posts restored as drafts.');
  await expect(list(page)).toHaveCount(2);
});

test('a post that somebody else changed meanwhile is named, the others are changed', async ({ page, request }) => {
  await giraffes(request);
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  await open(page, '/admin?q=giraffes&status=draft&rows=50');
  await expect(list(page)).not.toHaveCount(0);
  const count = await list(page).count();
  await page.getByLabel('Choose all on this page').check();
  const { data } = await (await request.get('/api/admin/posts?q=giraffes&status=draft', { headers })).json();
  await request.put(`/api/admin/posts/${data[0].id}`, { headers, data: { brand: 'Twiga' } });
  const bar = page.getByRole('form', { name: 'Chosen posts' });
  await bar.getByLabel('What to do with them').selectOption('category');
  await bar.getByLabel('File them under').selectOption({ label: 'Science' });
  await bar.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'One post was not changed:' })).toContainText(
    'Somebody else saved this post after you opened it.',
  );
  await expect(list(page).filter({ hasText: 'Science' })).toHaveCount(count - 1);
});

test('on a phone the calendar opens at today, and leaves the focus where it is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/admin/calendar');
  const today = page.locator('section[aria-current=date]');
  await expect(today.getByRole('heading', { name: /, today$/ })).toBeInViewport();
  await expect(page.locator('body')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expectAccessible(page);
});

test('the calendar has the month of its address, and opens what stands in it', async ({ page, request }) => {
  await giraffes(request);
  await signIn(page);
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^[A-Z][a-z]+ \d{4}$/);
  await expectAccessible(page);
  await page.goto('/admin/calendar?month=2099-02');
  await page.getByRole('link', { name: 'Month after, March 2099' }).click();
  await expect(page).toHaveURL(/month=2099-03$/);
  const day = page.getByRole('cell').filter({ has: page.getByText('4', { exact: true }) });
  await expect(day.getByRole('link', { name: /Giraffes, drawn/ }).first()).toContainText('08:00 · Draft');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'February 2099' })).toBeVisible();
  await page.goForward();
  await page.setViewportSize({ width: 320, height: 740 });
  await expect(page.getByRole('heading', { level: 2, name: 'Wednesday 4' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible(page);
  await page
    .getByRole('link', { name: /Giraffes, planned/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
  await expect(page.getByLabel(/^Title/)).toHaveValue('Giraffes, planned');
});

test('an editor sees the day without what administrators look after', async ({ page }) => {
  await openAs(page, demoEditor, '/admin');
  await expect(page.getByRole('link', { name: /in review$/ })).toBeVisible();
  await expect(page.getByText('To look at')).toHaveCount(0);
});
