// Whole pages by keyboard alone.
import type { Page } from '@playwright/test';
import { richPost } from './support/posts.ts';
import { expect, test } from './support/test.ts';

interface Stop {
  name: string;
  /** Whether it, or the card it fills, is drawn with a ring of 2 px or more. */
  ring: boolean;
  /** Whether some of it is within the window, and not under the header that stays. */
  inSight: boolean;
}

const stop = (page: Page) =>
  page.evaluate((): Stop | null => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const drawn = [element, element.closest('.card')].some((one) => {
      const look = one && getComputedStyle(one);
      return look && look.outlineStyle !== 'none' && Number.parseFloat(look.outlineWidth) >= 2;
    });
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(Math.max(left + Math.min(width, 24) / 2, 1), top + height / 2);
    const card = element.closest('.card');
    return {
      name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60) || element.tagName,
      ring: drawn,
      inSight: at !== null && (element.contains(at) || at.contains(element) || (card?.contains(at) ?? false)),
    };
  });

/** Tabs from the start of the page to its end. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let count = 0; count < 400; count += 1) {
    await page.keyboard.press('Tab');
    const now = await stop(page);
    if (!now) return stops;
    stops.push(now);
  }
  throw new Error('the focus never left the page');
}

test('everything on a page is reached, seen and ringed', async ({ page, request }) => {
  test.setTimeout(120_000);
  const { slug } = await richPost(request);
  for (const path of [
    '/category/latest-news',
    `/post/slug/${slug}`,
    '/search?q=solar',
    '/faqs',
    '/newsletters',
    '/privacy-policy',
  ]) {
    await page.goto(path);
    const stops = await walk(page);
    expect(stops[0]?.name, path).toBe('Skip to content');
    expect(
      stops.filter(({ ring }) => !ring).map(({ name }) => name),
      `${path}: no ring`,
    ).toEqual([]);
    expect(
      stops.filter(({ inSight }) => !inSight).map(({ name }) => name),
      `${path}: out of sight`,
    ).toEqual([]);
    const links = await page.locator('main a[href]:visible').count();
    expect(stops.length, path).toBeGreaterThanOrEqual(links);
  }
});

test('from the front page to a post and its shared link without a mouse', async ({ page }) => {
  await page.goto('/category/tech');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter'); // Skip to content
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('Tab');
  const first = page.locator('main article a').first();
  await expect(first).toBeFocused();
  const title = (await first.textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  // The new page begins at its beginning.
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test('the menu keeps the focus while it is open', async ({ page }) => {
  await page.goto('/category/tech');
  const opener = page.getByRole('button', { name: 'Menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const controls = await menu.locator('a, button, input').count();
  for (let count = 0; count < controls + 6; count += 1) {
    await page.keyboard.press('Tab');
    // After its last control the browser itself (its address bar) has the focus for one press: nothing of the page does.
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
});
