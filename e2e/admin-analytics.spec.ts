import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectGoodLooks } from './support/looks.ts';
import { publicPosts, richPost, staffToken } from './support/posts.ts';
import { open, signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const summary = async (page: Page, token: string) =>
  (await page.request.get('/api/analytics/summary', { headers: { Authorization: `Bearer ${token}` } })).json();

test.describe.configure({ mode: 'serial' });

test('days in which nothing was counted say so', async ({ page }) => {
  await open(page, '/admin-analytics?from=2020-01-01&to=2020-01-31');
  for (const text of [
    'No analytics data available.',
    'Nobody opened a post in these days.',
    'Nobody followed a deal in these days.',
    'Nobody came from another site in these days.',
    'Nobody chose a plan in these days.',
  ])
    await expect(page.getByText(text)).toBeVisible();
  await expectAccessible(page);
});

test('views, deal clicks and shares of readers are counted, without a cookie', async ({ page, request, context }) => {
  const token = await staffToken(request);
  const post = await richPost(request);
  const weekViews = async (): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}` };
    const { data } = await (await request.get('/api/admin/posts?sort=viewed&per_page=100', { headers })).json();
    return data.find(({ id }: { id: number }) => id === post.id).week_views;
  };
  const viewsBefore = await weekViews();
  const before = await summary(page, token);
  const counted = { ...before.totals, post_views: before.totals.post_views + 1 };
  await page.goto(`/post/slug/${post.slug}`, { referer: 'https://garden.example/find?q=secret' });
  await expect.poll(async () => (await summary(page, token)).totals).toEqual(counted);
  // The offer opens beside; the click counts here.
  await context.route(/example\.(com|org)/, (route) => route.fulfill({ body: '' }));
  const beside = context.waitForEvent('page');
  await page.locator('.deal-link').last().click();
  await (await beside).close();
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect
    .poll(async () => (await summary(page, token)).totals)
    .toEqual({ ...counted, deal_clicks: counted.deal_clicks + 1, shares: counted.shares + 1 });
  expect(await weekViews()).toBe(viewsBefore + 1);
  const told = await summary(page, token);
  const garden = { label: 'garden.example', post_views: 1 };
  expect(told.referrers).toContainEqual(garden);
  expect(await context.cookies()).toEqual([]);
  // Going on inside the site counts the next post, and no referrer.
  await page.locator('.card-link').last().click();
  await expect(page).not.toHaveURL(new RegExp(post.slug));
  await expect.poll(async () => (await summary(page, token)).totals.post_views).toBe(counted.post_views + 1);
  expect((await summary(page, token)).referrers).toEqual(told.referrers);
});

test('a newsletter sign-up counts', async ({ page, request }) => {
  const token = await staffToken(request);
  const before = (await summary(page, token)).totals.newsletter_signups;
  await page.goto('/newsletters');
  await page.goto('/');
  const box = page.locator('main').getByRole('textbox', { name: 'E-mail address' }).first();
  await box.fill('reader-of-numbers@example.com');
  await box.press('Enter');
  await expect(page.getByRole('button', { name: 'Subscribed' }).first()).toBeVisible();
  await expect.poll(async () => (await summary(page, token)).totals.newsletter_signups).toBe(before + 1);
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

test('the chart is 400 px high, blue, and a table for those who do not see it', async ({ page, request }) => {
  const { days } = await summary(page, await staffToken(request));
  const { post_views: views, deal_clicks: clicks } = days.at(-1);
  await open(page, '/admin/clicks');
  const box = page.getByTestId('chart-box');
  await expect(box).toBeVisible();
  expect((await box.boundingBox())?.height).toBe(400);
  const bar = page.locator('.chart-bar').last();
  await expect(bar).toHaveAttribute('stroke-width', '1');
  // Of Lab's two hues the second one is blue below zero.
  const [, , blue = '0'] =
    /lab\((\S+) (\S+) (\S+)\)/.exec(await bar.evaluate((one) => getComputedStyle(one).fill))?.slice(1) ?? [];
  expect(Number(blue)).toBeLessThan(-30);
  const table = page.getByRole('table', { name: 'Clicks of each day' });
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('row').last().getByRole('cell')).toHaveText(
    [views, clicks, views + clicks].map((count) => count.toLocaleString('en')),
  );
  const toggle = page.getByRole('button', { name: 'Show as table' });
  await toggle.press('Enter');
  await expect(page.getByRole('button', { name: 'Hide the table' })).toHaveAttribute('aria-expanded', 'true');
  expect((await table.boundingBox())?.width).toBeGreaterThan(300);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^days-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  await expectAccessible(page);
});

test('ranges, leaders and the funnel look good on a phone and a desk, in both themes', async ({ page, request }) => {
  test.setTimeout(120_000);
  const token = await staffToken(request);
  const steps = (await summary(page, token)).funnel;
  for (const [eventType, plan] of [
    ['plan_chosen', '8_months'],
    ['plan_chosen', '12_months'],
    ['checkout_started', '8_months'],
    ['payment_approved', '8_months'],
  ])
    await request.post('/api/analytics/track', {
      data: { eventType, metadata: { plan, email: 'amina@example.com', method: 'paypal' } },
    });
  const posts = await publicPosts(request);
  await expect.poll(async () => (await summary(page, token)).funnel[2].count).toBe(steps[2].count + 1);
  const before = (await summary(page, token)).totals.post_views;
  for (const [place, { id }] of posts.slice(0, 8).entries())
    for (let n = 0; n < 9 - place; n++)
      await request.post('/api/analytics/track', {
        data: { eventType: 'post_view', metadata: { post_id: id, referrer: `https://site${place}.example/` } },
      });
  // Counts are written every two seconds; a screen shows what it found.
  await expect.poll(async () => (await summary(page, token)).totals.post_views).toBe(before + 44);
  const { top_posts: leaders, funnel: now } = await summary(page, token);
  expect(now[0].by_plan).toEqual({
    '8_months': steps[0].by_plan['8_months'] + 1,
    '12_months': steps[0].by_plan['12_months'] + 1,
  });

  await signIn(page);
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Analytics' }).click();
  await expect(page).toHaveURL(/\/admin-analytics$/);
  await expect(page.getByRole('heading', { name: 'Clicks Analytics', level: 1 })).toBeVisible();
  const top = page.getByRole('table', { name: 'Top posts' });
  await expect(top.getByRole('row').nth(1)).toContainText(leaders[0]?.title ?? '');
  const funnel = page.getByRole('table', { name: 'Subscription funnel' });
  const cells = (row: number) => funnel.getByRole('row').nth(row).getByRole('cell');
  const share = Math.round((100 * now[2].count) / now[0].count);
  const ofPlans = (step: (typeof now)[0]) => ['8_months', '12_months'].map((plan) => String(step.by_plan[plan]));
  await expect(cells(1)).toHaveText([String(now[0].count), '100 %', ...ofPlans(now[0])]);
  await expect(cells(3)).toHaveText([String(now[2].count), `${share} %`, ...ofPlans(now[2])]);
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

  await expectGoodLooks(page);
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
