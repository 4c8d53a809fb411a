import { publicPosts } from './support/posts.ts';
import { expect, test } from './support/test.ts';

test('a search finds posts and their media, with honest totals and short excerpts', async ({ page, request }) => {
  const ask = async () => (await request.get('/api/search/search?q=router')).json();
  let answer = await ask();
  // Right after the start the database answers, until the index is made; the two find different posts.
  await expect(async () => {
    answer = await ask();
    await page.goto('/search?q=router');
    await expect(page.getByRole('heading', { name: `${answer.total} posts` })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect(answer.total).toBeGreaterThan(3);
  await expect(page.getByRole('searchbox', { name: 'Search' }).last()).toHaveValue('router');
  const found = page.locator('main').getByRole('article');
  await expect(found).toHaveCount(answer.results.length);
  await expect(found.first().getByRole('heading').getByRole('link')).toHaveAttribute(
    'href',
    `/post/slug/${answer.results[0].slug}`,
  );
  for (const text of await page.locator('.card-excerpt').allTextContents())
    expect(text.length).toBeLessThanOrEqual(102);
  await expect(page.getByRole('region', { name: 'Post Media' }).getByRole('listitem')).toHaveCount(
    answer.post_media.length,
  );
});

test('the old spelling of the parameter works, and q wins', async ({ page }) => {
  await page.goto('/search?query=router');
  await expect(page.locator('main').getByRole('article').first()).toBeVisible();
  await page.goto('/search?q=zzzz&query=router');
  await expect(page.getByText('No results found.')).toBeVisible();
});

test('nothing found and nothing asked both lead on', async ({ page }) => {
  await page.goto('/search?q=zzzz');
  await expect(page.getByText('No results found.')).toBeVisible();
  await page.getByRole('link', { name: 'solar' }).click();
  await expect(page.locator('main').getByRole('article').first()).toBeVisible();
  await page.goto('/search?q=+');
  await expect(page.locator('main').getByPlaceholder('Search stories...')).toBeVisible();
  await expect(page.getByText('Every word you type must occur')).toBeVisible();
});

test('results are paged by links that keep the query, and back returns', async ({ page, request }) => {
  const { total } = await (await request.get('/api/search/search?q=the')).json();
  expect(total).toBeGreaterThan(20);
  await page.goto('/search?q=the');
  const first = (await page.locator('main article h2').first().textContent()) ?? '';
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page).toHaveURL(/\/search\?q=the&page=2$/);
  await expect(page.locator('main article h2').first()).not.toHaveText(first);
  await page.goBack();
  await expect(page.locator('main article h2').first()).toHaveText(first);
});

test('too many searches, and none that answers, keep what was typed', async ({ page }) => {
  await page.goto('/search');
  const field = page.locator('main').getByPlaceholder('Search stories...');
  for (const [status, text] of [
    [429, 'That was a lot of searches.'],
    [500, 'The search did not answer.'],
  ] as const) {
    await page.route(/\/api\/search/, (route) =>
      route.fulfill({ status, json: { error: 'No.', code: 'search.limited' } }),
    );
    await field.fill(`sun ${status}`);
    await field.press('Enter');
    await expect(page.getByRole('heading', { name: text })).toBeVisible();
    await expect(field).toHaveValue(`sun ${status}`);
    await page.unroute(/\/api\/search/);
  }
});

test('a result without a slug has an address that leads to its post', async ({ page, request }) => {
  const [post] = await publicPosts(request);
  await page.goto(`/blog/post/${post?.id}`);
  await expect(page).toHaveURL(new RegExp(`/post/slug/${post?.slug}$`));
});

test('every box holds what was searched for, until another page is shown', async ({ page }) => {
  await page.goto('/');
  const banner = page.getByRole('banner');
  const open = banner.getByRole('button', { name: 'Search' });
  await open.click();
  await banner.getByPlaceholder('Search stories...').fill('router');
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByPlaceholder('Search stories...')).toHaveValue('router');
  await open.click();
  await expect(banner.getByPlaceholder('Search stories...')).toHaveValue('router');
  await page.reload();
  await open.click();
  await expect(banner.getByPlaceholder('Search stories...')).toHaveValue('router');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Mwanga, front page' }).click();
  await expect(page).toHaveURL(/\/$/);
  await open.click();
  await expect(banner.getByPlaceholder('Search stories...')).toHaveValue('');
});

test('a search that is too long is cut, and says so', async ({ page, quietConsole }) => {
  const answer = await page.goto(`/search?q=${'router '.repeat(400)}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByText('Your search is longer than 200 characters. We looked for its beginning.')).toBeVisible();
  await expect(page.locator('main').getByPlaceholder('Search stories...')).toHaveValue(/^router router/);
  await expect(page.locator('main').getByRole('article').first()).toBeVisible();
  expect(quietConsole).toEqual([]);
});

test('the name of a category finds its posts', async ({ page }) => {
  await page.goto('/search?q=digital%20finance');
  await expect(page.locator('main').getByRole('article').filter({ hasText: 'Digital Finance' }).first()).toBeVisible();
});
