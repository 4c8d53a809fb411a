// Where the reader is after going somewhere and coming back: the scroll, the focus, and what the head says of the page.
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const scrollTo = async (page: Page, top: number) => {
  await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
  await expect.poll(() => scrolled(page)).toBe(top);
  // The page notes its place when the scroll event arrives, a frame after the scroll.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
};
const press = (page: Page, href: string) =>
  page.evaluate(
    (to) => document.querySelector<HTMLElement>(`main a[href="${to}"], footer a[href="${to}"]`)?.click(),
    href,
  );

test('back and forward return to the place on each page, over documents too', async ({ page }) => {
  await page.goto('/');
  await scrollTo(page, 1200);
  await press(page, '/category/business');
  await expect(page.getByRole('heading', { level: 1, name: 'Business' })).toBeVisible();
  expect(await scrolled(page)).toBe(0);
  await scrollTo(page, 300);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(1200);
  await page.goForward();
  await expect.poll(() => scrolled(page)).toBe(300);

  // A page that was loaded as a document begins at its top, whatever place the first one had.
  await page.goto('/about');
  await press(page, '/contact');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^About/ })).toBeVisible();
  expect(await scrolled(page)).toBe(0);
});

test('a link to a place on the page leads there each time, and back again', async ({ page }) => {
  await page.goto('/privacy-policy');
  const link = page.getByRole('navigation').getByRole('link', { name: 'Your rights' });
  const place = page.getByRole('heading', { name: 'Your rights' });
  await link.click();
  await expect(place).toBeInViewport();
  const there = await scrolled(page);
  expect(there).toBeGreaterThan(1000);
  // Not under the header that stays.
  expect((await place.boundingBox())?.y ?? 0).toBeGreaterThan(
    (await page.getByRole('banner').boundingBox())?.height ?? 0,
  );
  await scrollTo(page, there + 400);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goForward();
  await expect.poll(() => scrolled(page)).toBe(there + 400);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(0);
  await link.click();
  await expect.poll(() => scrolled(page)).toBe(there);
});

test('on the next page the head says nothing of the one before', async ({ page, demo }) => {
  await page.goto('/category/tech');
  const head = page.locator('head');
  await expect(head.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Tech');
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Business' }).click();
  await expect(page).toHaveTitle('Business | Mwanga');
  await expect(head.locator('meta[property], meta[name^=twitter], script[type="application/ld+json"]')).toHaveCount(0);
  await expect(head.locator('link[href*="/category/tech"]')).toHaveCount(0);
  await expect(head.locator('link[rel=canonical]')).toHaveAttribute('href', `${demo.url}/category/business`);
  await expect(head.locator(`link[rel=alternate][href="${demo.url}/feed.xml"]`)).toHaveCount(1);
});

test('the pop-up gives the focus back to where the reader was', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const there = page.locator('main article').getByRole('link').nth(1);
  for (const leave of ['Escape', 'Enter']) {
    await page.evaluate(() => localStorage.removeItem('newsletter'));
    await page.reload();
    await there.focus();
    await page.clock.runFor(5500);
    const popup = page.getByRole('dialog', { name: /reading, by e-mail/ });
    await expect(popup.getByRole('button', { name: 'Close newsletter invitation' })).toBeFocused();
    await page.keyboard.press(leave);
    await expect(popup).toBeHidden();
    await expect(there).toBeFocused();
    // That it was closed is stored after it is gone: forgotten before, it would be stored all the same.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('newsletter'))).toContain('closedAt');
  }
});
