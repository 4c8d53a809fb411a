import type { Page } from '@playwright/test';
import { richPost, staffToken } from './support/posts.ts';
import { openAsNewReader } from './support/readers.ts';
import { expect, test } from './support/test.ts';

test.use({ serverEnv: { MWANGA_MEDIA_PRIVATE: 'true' } });

let gated: { id: number; slug: string };

test.beforeEach(async ({ request }) => {
  gated = await richPost(request);
  const authorization = `Bearer ${await staffToken(request)}`;
  const saved = await request.put(`/api/admin/posts/${gated.id}`, {
    data: { access: 'registered' },
    headers: { authorization },
  });
  expect(saved.status()).toBe(200);
});

const picture = (page: Page) => page.locator('.prose img[src*="signed="]').first();
const width = (page: Page) => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth);

test('a picture of a gated text loads for its reader, and for nobody at its plain address', async ({
  page,
  request,
  quietConsole,
}) => {
  await openAsNewReader(page, `/post/slug/${gated.slug}`);
  await picture(page).scrollIntoViewIfNeeded();
  await expect.poll(() => width(page)).toBeGreaterThan(0);
  const [plain = '', signature] = ((await picture(page).getAttribute('src')) ?? '').split('?');
  expect([(await request.get(plain)).status(), (await request.get(`${plain}?${signature}`)).status()]).toEqual([
    404, 200,
  ]);
  expect(quietConsole).toEqual([]);
});

test('a picture whose address has ended is asked for at a new one', async ({ page }) => {
  // Past the time that an address is good for, and not that of the reader's token.
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 52 * 60_000;
  });
  let calls = 0;
  await page.route(`**/api/posts/${gated.id}/full`, async (route) => {
    calls += 1;
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: calls === 1 ? text.replaceAll(/signed=\d+\.\w+/g, 'signed=1.00') : text });
  });
  await openAsNewReader(page, `/post/slug/${gated.slug}`);
  await picture(page).scrollIntoViewIfNeeded();
  await expect.poll(() => width(page)).toBeGreaterThan(0);
  expect(calls).toBe(2);
});
