import type { Locator } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { staffToken } from './support/posts.ts';
import { expect, test } from './support/test.ts';

const titles = (part: Locator) => part.getByRole('heading', { level: 3 }).allTextContents();
type Card = { title: string; slug: string };

test('home has its picks, the newest beside the newsletter, a section a category, and what is paid for apart', async ({
  page,
  request,
}) => {
  const list = async (path: string): Promise<Card[]> => (await (await request.get(`/api${path}`)).json()).data;
  const picks = await list('/posts/public/todays-picks');
  const newest = await list('/posts/public?exclude=sponsored');
  const sponsored = await list('/posts/public?category=sponsored&per_page=3');
  const sections: { category: { name: string; slug: string }; posts: Card[] }[] = (
    await (await request.get('/api/posts/public/by-category?per_category=4')).json()
  ).data;
  await page.goto('/');

  const top = page.getByRole('region', { name: "Today's Picks" });
  expect(await titles(top)).toEqual(picks.slice(0, 3).map(({ title }) => title));
  // The first is featured: larger than the two beside it.
  const width = async (title: string) =>
    (await top.getByRole('article').filter({ hasText: title }).boundingBox())?.width ?? 0;
  for (const other of picks.slice(1, 3))
    expect(await width(picks[0]?.title ?? '')).toBeGreaterThan(1.5 * (await width(other.title)));

  const recent = page.getByRole('region', { name: 'Most Recent' });
  const others = newest.filter(({ slug }) => !picks.some((pick) => pick.slug === slug)).slice(0, 5);
  expect(others).toHaveLength(5);
  expect(await titles(recent)).toEqual(others.map(({ title }) => title));
  const box = page.getByRole('button', { name: 'Subscribe', exact: true }).last();
  expect(
    Math.abs(((await recent.boundingBox())?.y ?? 0) - ((await box.boundingBox())?.y ?? 9999)),
    'beside each other',
  ).toBeLessThan(400);

  expect(sections.length).toBeGreaterThan(10);
  for (const { category, posts } of sections) {
    expect(['sponsored', 'uncategorized']).not.toContain(category.slug);
    const section = page.getByRole('region', { name: category.name, exact: true });
    expect(await titles(section), category.name).toEqual(posts.map(({ title }) => title));
    expect(posts).toHaveLength(4);
    await expect(section.getByRole('link', { name: /^View All/ })).toHaveAttribute(
      'href',
      `/category/${category.slug}`,
    );
  }
  await expect(page.getByRole('region', { name: 'Uncategorized' })).toHaveCount(0);

  const paid = page.getByRole('region', { name: 'Sponsored' });
  expect(await titles(paid)).toEqual(sponsored.map(({ title }) => title));
  expect(sponsored).toHaveLength(3);
  await expect(paid.getByRole('link', { name: /^View All/ })).toHaveAttribute('href', '/category/sponsored');
});

test('on a phone the front page is short, and only its strips go sideways, by keyboard too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  const size = await page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    return { height: scrollHeight, width: scrollWidth };
  });
  expect(size.height).toBeLessThanOrEqual(7000);
  expect(size.width).toBe(390);
  const business = page.getByRole('region', { name: 'Business', exact: true });
  const last = business.getByRole('article').last();
  await expect(last).not.toBeInViewport();
  await business.getByRole('article').first().getByRole('link').focus();
  for (let post = 1; post < 4; post += 1) await page.keyboard.press('Tab');
  await expect(last.getByRole('link')).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 0.9 });
});

test('a category without posts says so and leads home', async ({ page, request, demo }) => {
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  expect((await request.post('/api/admin/categories', { headers, data: { name: 'Fresh Paint' } })).ok()).toBe(true);
  await page.goto('/category/fresh-paint');
  await expect(page.getByRole('heading', { level: 1, name: 'Fresh Paint' })).toBeVisible();
  await expect(page.getByText('No posts found in this category.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL(`${demo.url}/`);
});

test('a page whose code cannot be fetched is loaded once more, and then stays as it was drawn', async ({ page }) => {
  await page.goto('/about');
  let documents = 0;
  page.on('request', (sent) => {
    if (sent.isNavigationRequest()) documents += 1;
  });
  await page.route(/\/assets\/search-page-[^/]+\.js$/, (route) => route.abort());
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('banner').getByPlaceholder('Search stories...').fill('solar');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You can read this page, but its buttons may not work here.')).toBeInViewport();
  await expect(page.getByText(/^\d+ posts$/)).toBeVisible();
  await expect(page).toHaveURL(/\/search\?q=solar$/);
  expect(documents, 'once').toBe(1);
  await page.unroute(/\/assets\/search-page-[^/]+\.js$/);
  await page.getByRole('link', { name: 'Load it again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await expect(page.getByText('You can read this page, but its buttons may not work here.')).toBeHidden();
});

test('who comes from an address at which there is nothing reads so once, with a search for its words', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto('/2023/05/old-story.html');
  await expect(page).toHaveURL(/\/$/);
  const line = page.getByRole('complementary', { name: 'Missing page' });
  await expect(line).toContainText('There is nothing at /2023/05/old-story.');
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
  await line.getByRole('link', { name: 'Search for “old story”' }).click();
  await expect(page).toHaveURL(/\/search\?q=old\+story$/);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /front page$/ })
    .click();
  await expect(page).toHaveURL(/\/$/);
  await expect(line).toBeHidden();
  await page.reload();
  await expect(line).toBeHidden();
  expect(errors).toEqual([]);
});
