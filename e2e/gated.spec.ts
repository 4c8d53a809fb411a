import type { APIRequestContext, Page } from '@playwright/test';
import { expectGoodLooks } from './support/looks.ts';
import { staffToken } from './support/posts.ts';
import { newAddress, openAsNewReader } from './support/readers.ts';
import { expect, test } from './support/test.ts';

/** The two gated posts of the demo: by slug, a sentence of the opening, and one of the rest. */
const forReaders = {
  slug: 'three-thirty-day-loans-compared-on-one-honest-scale',
  opening: 'Suppose you need 5,000 shillings',
  rest: 'The two questions',
};
const forSubscribers = {
  slug: 'when-the-long-rains-come-the-network-is-a-drain-problem',
  opening: 'Nothing in this story happened',
  rest: 'Six o’clock: water looks for a way down',
};
const text = (page: Page) => page.locator('.prose');

async function source(request: APIRequestContext, slug: string): Promise<string> {
  return (await request.get(`/post/slug/${slug}`)).text();
}

for (const { slug, opening, rest } of [forReaders, forSubscribers]) {
  test(`the page of ${slug} holds the opening and no more`, async ({ request }) => {
    const html = await source(request, slug);
    expect(html).toContain(opening);
    expect(html).not.toContain(rest);
    expect(html).toContain('"isAccessibleForFree":false');
  });
}

test('a stranger registers and is led back to the whole post', async ({ page, quietConsole }) => {
  await page.goto(`/post/slug/${forReaders.slug}`);
  await expect(text(page)).toContainText(forReaders.opening);
  const notice = page.getByRole('complementary', { name: 'Read on with a free account' });
  await notice.getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Sign in or register' }).getByRole('link', { name: 'Login' }).click();
  await page.getByRole('navigation', { name: 'Sign in or register' }).getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(newAddress('gate'));
  await page.getByLabel('Password', { exact: true }).fill('a lamp in the window');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/post/slug/${forReaders.slug}$`));
  await expect(text(page)).toContainText(forReaders.rest);
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(text(page)).toContainText(forReaders.rest);
  expect(quietConsole).toEqual([]);
});

test('a reader without a subscription is told so, and staff at work read everything', async ({ page, request }) => {
  await openAsNewReader(page, `/post/slug/${forSubscribers.slug}`);
  const notice = page.getByRole('complementary', { name: 'Subscribe to read on' });
  await expect(notice).toContainText('no subscription of this account is running');
  await expect(notice.getByRole('listitem')).toHaveText([
    '$3 for 8 months, Digital',
    '$4 for 12 months, Print + Digital',
  ]);
  await expect(notice.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe');
  await expect(notice.getByRole('link', { name: 'Your subscription' })).toHaveAttribute('href', '/subscription-status');
  await expect(text(page)).not.toContainText(forSubscribers.rest);

  const token = await staffToken(request);
  await page.evaluate((value) => localStorage.setItem('admin_token', value), token);
  await page.reload();
  await expect(text(page)).toContainText(forSubscribers.rest);
});

test('when the rest does not arrive, it is said and can be tried again', async ({ page }) => {
  await page.route('**/api/posts/*/full', (route) => route.abort());
  await openAsNewReader(page, `/post/slug/${forReaders.slug}`);
  await expect(page.getByRole('alert')).toContainText('The rest did not arrive');
  await page.unroute('**/api/posts/*/full');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(text(page)).toContainText(forReaders.rest);
});

test('lists say whom a post is for', async ({ page }) => {
  await page.goto('/category/the-big-story');
  await expect(page.locator('article', { hasText: 'When the long rains come' })).toContainText('Subscribers');
  await page.goto('/category/digital-finance');
  await expect(page.locator('article', { hasText: 'Three thirty-day loans' })).toContainText('Free account');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the notice and its links are there', async ({ page }) => {
    await page.goto(`/post/slug/${forSubscribers.slug}`, { waitUntil: 'domcontentloaded' });
    const notice = page.getByRole('complementary', { name: 'Subscribe to read on' });
    await expect(notice.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe');
    await expect(notice.getByRole('listitem').first()).toHaveText('$3 for 8 months, Digital');
    await expect(notice.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });
});

test('the notice looks good', async ({ page }) => {
  for (const { slug } of [forReaders, forSubscribers]) {
    await page.goto(`/post/slug/${slug}`);
    await expect(page.locator('.post-gate')).toBeVisible();
    await expectGoodLooks(page);
  }
});
