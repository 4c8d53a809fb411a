import { expectGoodLooks, phone } from './support/looks.ts';
import { expect, test } from './support/test.ts';

test('the header box suggests posts as somebody types, chosen by arrow keys and Enter', async ({ page, request }) => {
  const suggested = async (q: string) => (await (await request.get(`/api/search/suggest?q=${q}`)).json()).data;
  // Right after its start the database answers, which forgives no slip.
  await expect.poll(async () => (await suggested('ruoter')).length, { timeout: 30_000 }).toBeGreaterThan(0);
  const data = await suggested('rout');
  expect(data.length).toBeGreaterThan(1);
  await page.goto('/about');
  await page.keyboard.press('/');
  const field = page.getByRole('banner').getByPlaceholder('Search stories...');
  await expect(field).toBeFocused();
  await field.pressSequentially('rout');
  const options = page.getByRole('option');
  await expect(options).toHaveCount(data.length);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/post/slug/${data[1].slug}$`));
  await expect(field).toBeHidden();
});

test('a suggestion can be pressed, and Enter without one searches', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('banner').getByPlaceholder('Search stories...');
  await field.pressSequentially('solar');
  await page.getByRole('option').first().click();
  await expect(page).toHaveURL(/\/post\/slug\//);
  await expect(page.getByRole('option').first()).toBeHidden();
  await page.keyboard.press('Control+k');
  await field.fill('router');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=router$/);
});

test('keys open nothing while somebody writes or a dialog is open', async ({ page }) => {
  await page.goto('/search');
  const field = page.locator('main').getByPlaceholder('Search stories...');
  await field.pressSequentially('a/b');
  await expect(field).toHaveValue('a/b');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('banner').getByPlaceholder('Search stories...')).toBeHidden();
});

test('a search forgives slips, marks what it found, and can be narrowed', async ({ page, request }) => {
  // A fresh server answers from its database until its index is there.
  await expect
    .poll(async () => (await (await request.get('/api/search/search?q=ruoter')).json()).total)
    .toBeGreaterThan(3);
  await page.goto('/search?q=ruoter');
  const articles = page.locator('main').getByRole('article');
  await expect(articles.first().locator('mark').first()).toHaveText(/router/i);
  await page.getByText('Narrow the results').click();
  const category = page.getByRole('combobox', { name: 'Category' });
  const answer = page.waitForResponse(/\/api\/search\/search\?q=ruoter&category=deals/);
  await category.selectOption('deals');
  const { total } = await (await answer).json();
  await expect(page).toHaveURL(/\/search\?q=ruoter&category=deals$/);
  await expect(articles).toHaveCount(total);
  await page.getByLabel('From').fill('2031-01-01');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No results found.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page).toHaveURL(/\/search\?q=ruoter$/);
  await expect(articles.first()).toBeVisible();
});

test('suggestions and filters look good', async ({ page, request }) => {
  await expect
    .poll(async () => (await (await request.get('/api/search/search?q=ruoter')).json()).total)
    .toBeGreaterThan(3);
  await page.setViewportSize(phone);
  await page.goto('/search?q=ruoter&category=tech');
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('tech');
  await expectGoodLooks(page, 'filters');
  await page.keyboard.press('/');
  const box = page.getByRole('banner').getByPlaceholder('Search stories...');
  // What it holds is selected with the focus, and the first letter takes its place.
  await expect(box).toBeFocused();
  await box.pressSequentially('rout');
  await expect(box).toHaveValue('rout');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await expectGoodLooks(page, 'suggestions');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
});

test('another spelling is offered when nothing is found', async ({ page, request }) => {
  const suggestion = async () => (await (await request.get('/api/search/search?q=reuterr')).json()).suggestion;
  await expect.poll(suggestion).toBeTruthy();
  await page.goto('/search?q=reuterr');
  await page
    .getByRole('main')
    .getByRole('link', { name: await suggestion(), exact: true })
    .click();
  await expect(page.locator('main').getByRole('article').first()).toBeVisible();
});
