import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { publicPosts, richPost, staffToken } from './support/posts.ts';
import { signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const summary = async (page: Page, token: string) =>
  (await page.request.get('/api/analytics/summary', { headers: { Authorization: `Bearer ${token}` } })).json();

test.describe.configure({ mode: 'serial' });

test('nothing counted yet is said so on both screens', async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/clicks');
  await expect(page.getByRole('heading', { name: 'Clicks Analytics', level: 1 })).toBeVisible();
  await expect(page.getByText('No analytics data available.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin-analytics');
  for (const text of [
    'No analytics data available.',
    'Nobody opened a post in these days.',
    'Nobody followed a deal in these days.',
    'Nobody came from another site in these days.',
    'Nobody chose a plan in these days.',
  ])
    await expect(page.getByText(text)).toBeVisible();
});

test('views, deal clicks and shares of readers are counted, without a cookie', async ({ page, request, context }) => {
  const token = await staffToken(request);
  const post = await richPost(request);
  await page.goto(`/post/slug/${post.slug}`, { referer: 'https://search.example/find?q=secret' });
  await expect.poll(async () => (await summary(page, token)).totals.post_views).toBe(1);
  // The offer opens beside; the click counts here.
  await context.route(/example\.(com|org)/, (route) => route.fulfill({ body: '' }));
  const beside = context.waitForEvent('page');
  await page.locator('.deal-link').last().click();
  await (await beside).close();
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect
    .poll(async () => (await summary(page, token)).totals)
    .toMatchObject({ post_views: 1, deal_clicks: 1, shares: 1 });
  const told = await summary(page, token);
  expect(told.top_posts[0]).toMatchObject({ post_id: post.id, post_views: 1, deal_clicks: 1 });
  const full = await (await request.get(`/api/post/slug/${post.slug}`)).json();
  expect(told.top_deals[0].product_name).toBe(full.deal_links.at(-1).product_name);
  expect(told.referrers).toEqual([{ label: 'search.example', post_views: 1 }]);
  expect(await context.cookies()).toEqual([]);
  // Going on inside the site counts the next post, and no referrer.
  await page.locator('.card-link').last().click();
  await expect(page).not.toHaveURL(new RegExp(post.slug));
  await expect.poll(async () => (await summary(page, token)).totals.post_views).toBe(2);
  expect((await summary(page, token)).referrers).toEqual([{ label: 'search.example', post_views: 1 }]);
});

test('a newsletter sign-up counts', async ({ page, request }) => {
  const token = await staffToken(request);
  await page.goto('/newsletters');
  await page.goto('/');
  const box = page.locator('main').getByRole('textbox', { name: 'E-mail address' }).first();
  await box.fill('reader-of-numbers@example.com');
  await box.press('Enter');
  await expect(page.getByRole('button', { name: 'Subscribed' }).first()).toBeVisible();
  await expect.poll(async () => (await summary(page, token)).totals.newsletter_signups).toBe(1);
});

for (const [name, script] of [
  ['Do Not Track', "Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' })"],
  ['Global Privacy Control', "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })"],
  ['a signed-in editor', "localStorage.setItem('admin_token', 'a.e30.c')"],
] as const) {
  test(`${name}: nothing is sent`, async ({ page, request }) => {
    await page.addInitScript(script);
    const sent: string[] = [];
    page.on('request', (one) => one.url().includes('/analytics/track') && sent.push(one.url()));
    const chunk = page.waitForResponse(/assets\/beacon-/);
    await page.goto(`/post/slug/${(await richPost(request)).slug}`);
    // Who asks for the part after the page did gets it after the page did.
    await page.evaluate(async (part) => {
      await import(part);
      await new Promise((done) => setTimeout(done));
    }, (await chunk).url());
    expect(sent).toEqual([]);
  });
}

test('the chart is 400 px high, blue, and a table for those who do not see it', async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/clicks');
  const box = page.getByTestId('chart-box');
  await expect(box).toBeVisible();
  expect((await box.boundingBox())?.height).toBe(400);
  const bar = page.locator('.chart-bar');
  await expect(bar).toHaveCount(1);
  await expect(bar).toHaveAttribute('stroke-width', '1');
  // Of Lab's two hues the second one is blue below zero.
  const [, , blue = '0'] =
    /lab\((\S+) (\S+) (\S+)\)/.exec(await bar.evaluate((one) => getComputedStyle(one).fill))?.slice(1) ?? [];
  expect(Number(blue)).toBeLessThan(-30);
  const table = page.getByRole('table', { name: 'Clicks of each day' });
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('row').last().getByRole('cell')).toHaveText(['2', '1', '3']);
  const toggle = page.getByRole('button', { name: 'Show as table' });
  await toggle.press('Enter');
  await expect(page.getByRole('button', { name: 'Hide the table' })).toHaveAttribute('aria-expanded', 'true');
  expect((await table.boundingBox())?.width).toBeGreaterThan(300);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^days-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  await expectAccessible(page);
});

test('ranges, leaders and the funnel, on a phone and a desk, in both themes', async ({ page, request }) => {
  test.setTimeout(120_000);
  for (const [eventType, plan] of [
    ['plan_chosen', '8_months'],
    ['plan_chosen', '12_months'],
    ['checkout_started', '8_months'],
    ['payment_approved', '8_months'],
  ])
    await request.post('/api/analytics/track', {
      data: { eventType, metadata: { plan, email: 'amina@example.com', method: 'paypal' } },
    });
  const token = await staffToken(request);
  const posts = await publicPosts(request);
  const before = (await summary(page, token)).totals.post_views;
  for (const [place, { id }] of posts.slice(0, 8).entries())
    for (let n = 0; n < 9 - place; n++)
      await request.post('/api/analytics/track', {
        data: { eventType: 'post_view', metadata: { post_id: id, referrer: `https://site${place}.example/` } },
      });
  // Counts are written every two seconds; a screen shows what it found.
  await expect.poll(async () => (await summary(page, token)).totals.post_views).toBe(before + 44);

  await signIn(page);
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Analytics' }).click();
  await expect(page).toHaveURL(/\/admin-analytics$/);
  await expect(page.getByRole('heading', { name: 'Clicks Analytics', level: 1 })).toBeVisible();
  const top = page.getByRole('table', { name: 'Top posts' });
  await expect(top.getByRole('row').nth(1)).toContainText(posts[0]?.title ?? '');
  const funnel = page.getByRole('table', { name: 'Subscription funnel' });
  await expect(funnel.getByRole('row').nth(1)).toHaveText(/Plan chosen\s*2\s*100 %\s*1\s*1/);
  await expect(funnel.getByRole('row').nth(3)).toHaveText(/Payment approved\s*1\s*50 %\s*1\s*0/);
  for (const name of ['Top posts', 'Top deals', 'Referrers', 'Subscription funnel']) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download CSV : ${name}` }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  }

  await page.getByRole('button', { name: '7 days' }).click();
  await expect(page).toHaveURL(/from=.*&to=/);
  await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('table', { name: 'Clicks of each day' }).getByRole('row')).toHaveCount(8);
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('No analytics data available.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2019-01-31');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('Choose a first and a last day')).toBeVisible();
  await page.getByRole('button', { name: '30 days' }).click();
  await expect(top).toBeVisible();

  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((one) => localStorage.setItem('theme', one), theme);
      await page.reload();
      await expect(top).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      await page.screenshot({ path: `test-results/analytics-${viewport.width}-${theme}.png`, fullPage: true });
    }
  }
});

test('a failure shows its text, and trying again helps', async ({ page }) => {
  await signIn(page);
  await page.route(/\/api\/analytics\//, (route) =>
    route.fulfill({ status: 500, json: { error: 'No.', message: 'No.', code: 'internal' } }),
  );
  await page.goto('/admin/clicks');
  await expect(page.getByRole('alert')).toHaveText('Unable to load analytics data.');
  await expect(page.locator('.chart-bar')).toHaveCount(0);
  await page.unroute(/\/api\/analytics\//);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.chart-bar')).toHaveCount(1);
});

test('whoever is no administrator is sent to the front page', async ({ page, request }) => {
  for (const path of ['/admin/clicks', '/admin-analytics']) {
    await page.goto(path);
    await expect(page).toHaveURL(/:\d+\/$/);
  }
  const answer = await request.post('/api/auth/login-user', {
    data: { email: 'reader@example.com', password: 'mwanga-demo-reader' },
  });
  const { token } = await answer.json();
  await page.evaluate((one) => localStorage.setItem('admin_token', one), token);
  await page.goto('/admin/clicks');
  await expect(page).toHaveURL(/:\d+\/$/);
});
