import type { Request } from '@playwright/test';
import { bringsNothingLater } from './support/alive.ts';
import { expectGoodLooks } from './support/looks.ts';
import { publicPosts, richPost, staffToken } from './support/posts.ts';
import { expect, test } from './support/test.ts';

const words = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');

test('the source of home, a category and a post holds their whole text', async ({ request }) => {
  const posts = await publicPosts(request);
  const home = words(await (await request.get('/')).text());
  const picks = (await (await request.get('/api/posts/public/todays-picks')).json()).data as { title: string }[];
  expect(picks.length).toBe(3);
  for (const pick of picks) expect(home).toContain(pick.title);

  const first = posts[0];
  if (!first) throw new Error('the demo has no posts');
  const category = words(await (await request.get(`/category/${first.category_slug}`)).text());
  for (const post of posts.filter((post) => post.category_slug === first.category_slug))
    expect(category).toContain(post.title);

  const whole = await (await request.get(`/api/post/slug/${first.slug}`)).json();
  const page = words(await (await request.get(`/post/slug/${first.slug}`)).text());
  const paragraphs = (whole.content as string).match(/<p\b[\s\S]*?<\/p>/g) ?? [];
  expect(paragraphs.length).toBeGreaterThan(3);
  for (const paragraph of paragraphs) expect(page).toContain(words(paragraph).trim());
});

test('lists have the letters that they were given', async ({ page, request }) => {
  const types = ['1', 'a', 'A', 'i', 'I'];
  const content = types.map((type) => `<ol type="${type}" start="3"><li>${type}</li></ol>`).join('<hr>');
  const data = {
    title: 'Lists',
    content: `${content}<ol><li>Plain</li></ol>`,
    category_name: 'tech',
    status: 'published',
  };
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  expect((await request.post('/api/admin/posts', { data, headers })).status()).toBe(201);
  await page.goto('/post/slug/lists');
  const styles = await page
    .locator('article ol')
    .evaluateAll((lists) => lists.map((list) => getComputedStyle(list).listStyleType));
  expect(styles).toEqual(['decimal', 'lower-alpha', 'upper-alpha', 'lower-roman', 'upper-roman', 'decimal']);
});

test('titles, descriptions and addresses are set for machines', async ({ page, request, demo }) => {
  const post = await richPost(request);
  await page.goto(`/post/slug/${post.slug}`);
  await expect(page).toHaveTitle(new RegExp(post.title.slice(0, 20).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  const canonical = page.locator('head link[rel=canonical]');
  await expect(canonical).toHaveAttribute('href', `${demo.url}/post/slug/${post.slug}`);
  await expect(page.locator('head meta[name=description]')).toHaveAttribute('content', /.{40,}/);
  await expect(page.locator('head meta[property="og:title"]')).toHaveAttribute(
    'content',
    new RegExp(post.title.slice(0, 10)),
  );
  await expect(page.locator('head meta[property="og:image"]')).toHaveAttribute(
    'content',
    new RegExp(`^${demo.url}/media/`),
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a reader goes from home to a category to a post', async ({ page }) => {
    // Without scripts a browser fetches every picture at once, and each copy of one is made when it is first asked for.
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await page.getByRole('link', { name: 'View All' }).first().click();
    await expect(page).toHaveURL(/\/category\//);
    await page.locator('main article a[href^="/post/slug/"]').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main p').nth(3)).toBeVisible();
  });
});

test('links are followed without loading documents, and back returns to the place', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    (window as unknown as { stayed: boolean }).stayed = true;
  });
  const link = page.locator('main article a[href^="/post/slug/"]').nth(8);
  await link.scrollIntoViewIfNeeded();
  const title = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(new RegExp(title.slice(0, 15).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  await page.goBack();
  await expect(page.locator('main article').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  expect(await page.evaluate(() => (window as unknown as { stayed?: boolean }).stayed)).toBe(true);
});

test('a category is paged by links', async ({ page, request }) => {
  const total = (await (await request.get('/api/category/latest-news')).json()).total as number;
  expect(total).toBeGreaterThan(20);
  await page.goto('/category/latest-news');
  const first = await page.locator('main article a[href^="/post/slug/"]').first().textContent();
  await page.getByRole('link', { name: /Older/ }).first().click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.locator('main article a[href^="/post/slug/"]').first()).not.toHaveText(first ?? '');
});

test('addresses that lead nowhere say so or lead home', async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page).toHaveURL(/\/$/);

  const category = await page.goto('/category/no-such-category');
  expect(category?.status()).toBe(404);
  await expect(page.getByText('Failed to load posts for No Such Category')).toBeVisible();

  const post = await page.goto('/post/slug/no-such-post');
  expect(post?.status()).toBe(404);
  await expect(page.getByText('Failed to load post.')).toBeVisible();
});

test('the theme follows the system until it is chosen, and then stays', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page
    .getByRole('button', { name: /dark theme|light theme|theme/i })
    .first()
    .click();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await page.reload();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
});

test('the menu opens, holds the focus and gives it back', async ({ page }) => {
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Menu' });
  await opener.click();
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  for (const name of ['Review', 'Buying Guide', 'Sign In', 'Subscribe'])
    await expect(menu.getByRole('link', { name, exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
});

test('every reading screen looks good', async ({ page, request, quietConsole }) => {
  const { slug } = await richPost(request);
  await bringsNothingLater(page);
  for (const path of [
    '/',
    '/category/deals',
    `/post/slug/${slug}`,
    '/author/juma-kazembe',
    '/tag/routers',
    '/search?q=router',
    '/search',
  ]) {
    await page.goto(path);
    await expectGoodLooks(page, path);
  }
  expect(quietConsole).toEqual([]);
});

test('dates on home stand on one line, on the smallest phone too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/');
  const dates = page.locator('main ol time span');
  await expect(dates.first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const broken = await dates.evaluateAll((spans) =>
    spans
      .filter(
        (span) =>
          span.getBoundingClientRect().height > 1.5 * Number.parseFloat(getComputedStyle(span).lineHeight) ||
          span.scrollWidth > span.clientWidth,
      )
      .map((span) => span.textContent),
  );
  expect(broken).toEqual([]);
});

test('a first visit asks no other origin, and stays light', async ({ page, demo }) => {
  const sizes: Record<string, number> = { document: 0, stylesheet: 0, script: 0, font: 0 };
  const foreign: string[] = [];
  const weighed: Promise<void>[] = [];
  const weigh = async (request: Request) => {
    const kind = request.resourceType();
    if (kind in sizes) sizes[kind] = (sizes[kind] ?? 0) + (await request.sizes()).responseBodySize;
  };
  page.on('response', (response) => {
    if (!response.url().startsWith(demo.url)) foreign.push(response.url());
    weighed.push(weigh(response.request()));
  });
  await bringsNothingLater(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  await Promise.all(weighed);
  expect(foreign).toEqual([]);
  expect(sizes.document).toBeLessThanOrEqual(40_000);
  expect(sizes.stylesheet).toBeLessThanOrEqual(20_000);
  expect(sizes.script).toBeLessThanOrEqual(120_000);
  expect(sizes.font).toBeLessThanOrEqual(60_000);
});
