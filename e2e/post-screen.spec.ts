import { publicPosts, richPost } from './support/posts.ts';
import { expect, test } from './support/test.ts';

test('a post can be sent to eight places, and its link copied', async ({ page, request, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: demo.url });
  const { slug } = await richPost(request);
  await page.goto(`/post/slug/${slug}?utm_source=x`);
  const share = page.getByRole('region', { name: 'Share this post' });
  const names = ['Facebook', 'X', 'LinkedIn', 'Reddit', 'Pinterest', 'WhatsApp', 'Telegram', 'E-mail'];
  await expect(share.getByRole('link')).toHaveText(names);
  const canonical = `${demo.url}/post/slug/${slug}`;
  for (const link of await share.getByRole('link').all()) {
    const href = (await link.getAttribute('href')) ?? '';
    expect([...new URL(href).searchParams.values()].join(' '), href).toContain(canonical);
  }
  await share.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('Link copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(canonical);
  // Toasts of success leave after two seconds.
  await expect(page.getByText('Link copied to clipboard!')).toBeHidden({ timeout: 5000 });
});

test('a post leads to its author, its tags, the next of its category and others like it', async ({ page, request }) => {
  const { slug } = await richPost(request);
  await page.goto(`/post/slug/${slug}`);
  await expect(
    page
      .getByRole('article')
      .first()
      .getByText(/\d+ min read/),
  ).toBeVisible();
  await expect(page.getByText('We may earn a commission when you buy through these links.')).toBeVisible();
  const related = (await (await request.get(`/api/post/slug/${slug}/related`)).json()) as {
    data: { title: string }[];
    next: { title: string };
  };
  await expect(page.getByRole('region', { name: 'Next in Tech' }).getByRole('link')).toHaveText(related.next.title);
  await expect(page.getByRole('region', { name: 'Related posts' }).getByRole('article').first()).toBeVisible();

  await page.getByRole('link', { name: 'routers', exact: true }).click();
  await expect(page).toHaveURL(/\/tag\/routers$/);
  await expect(page.getByRole('heading', { level: 1, name: 'routers' })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Share one fibre line' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Next in Tech' })).toBeVisible();
  await page.getByRole('link', { name: 'Nekesa Wabule', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nekesa Wabule' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Older' })).toHaveAttribute('href', '/author/nekesa-wabule?page=2');
});

test('authors and tags that are none say so', async ({ page }) => {
  for (const [path, text] of [
    ['/author/no-one', 'There is no author of this name.'],
    ['/tag/no-such-tag', 'There is no tag of this name.'],
  ] as const) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: text })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
  }
});

const mapPost = async (request: Parameters<typeof publicPosts>[0]) =>
  (await publicPosts(request, 'category=science&per_page=100')).find(({ slug }) => slug.startsWith('how-a-city-makes'))
    ?.slug ?? '';

test('an embed asks nothing of its site until it is opened', async ({ page, request, demo }) => {
  const foreign: string[] = [];
  await page.route(/openstreetmap/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>A map</p>' }));
  page.on('request', (asked) => asked.url().startsWith(demo.url) || foreign.push(asked.url()));
  await page.goto(`/post/slug/${await mapPost(request)}`, { waitUntil: 'networkidle' });
  expect(foreign).toEqual([]);
  await page.getByRole('button', { name: 'Show the map' }).press('Enter');
  await expect(page.frameLocator('iframe[title="Map of Nairobi"]').getByText('A map')).toBeVisible();
  expect(foreign).toHaveLength(1);
  await expect(page.getByRole('link', { name: /Map of Nairobi/ })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a long text lists its headings, and is shared from its top', async ({ page, request }) => {
    const posts = await publicPosts(request, 'category=deals&per_page=100');
    const { slug } = posts.find((post) => post.slug.startsWith('rechargeable-bulbs')) as { slug: string };
    await page.goto(`/post/slug/${slug}`, { waitUntil: 'domcontentloaded' });
    const contents = page.getByRole('navigation', { name: 'In this story' });
    await expect(contents.getByRole('link')).toHaveText(
      await page.locator('.prose').locator('h2, h3').allTextContents(),
    );
    await contents.getByRole('link', { name: 'Charging time' }).click();
    const heading = page.getByRole('heading', { name: 'Charging time' });
    await expect(heading).toBeInViewport();
    const header = await page.getByRole('banner').boundingBox();
    expect((await heading.boundingBox())?.y, 'below the header that stays').toBeGreaterThan(header?.height ?? 999);

    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Share', exact: true }).getByRole('link')).toHaveCount(8);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary', { name: 'A little light in your inbox' })).toHaveCount(1);
  });

  test('an embed is a link, and nothing offers what it cannot do', async ({ page, request }) => {
    await page.goto(`/post/slug/${await mapPost(request)}`);
    await expect(page.getByRole('link', { name: /Map of Nairobi/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show the map' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Copy Link' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toBeVisible();
  });
});

test('what could not be loaded says so in its own words, with a way on', async ({ page, request }) => {
  const { slug } = await richPost(request);
  await page.goto('/tag/routers');
  await page.route(/\/api\//, (route) => route.fulfill({ status: 503, json: { error: 'No.', code: 'internal' } }));
  const follow = async (href: string) => {
    await page.evaluate((to) => {
      const link = Object.assign(document.createElement('a'), { href: to });
      document.body.append(link);
      link.click();
      link.remove();
    }, href);
  };
  await follow(`/post/slug/${slug}x`);
  await expect(page.getByText('Failed to load post.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Load again' })).toBeVisible();
  await follow('/category/digital-finance');
  await expect(page.getByText('Failed to load posts for Digital Finance')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to home' })).toBeVisible();
  await follow('/author/somebody-else');
  await expect(page.getByText('Failed to load posts for Somebody Else')).toBeVisible();
  await follow('/');
  await expect(page.getByText('Failed to load content. Please try again later.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
});
