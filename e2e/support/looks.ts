import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';

/** A desk, and the narrowest phone that is common. */
export const desk = { width: 1440, height: 900 };
export const phone = { width: 360, height: 780 };

/** What a theme can change of what axe finds; names, roles and places stay. */
const colours = ['color-contrast', 'link-in-text-block'];

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'));

/** How far the page reaches beyond its window, once it is drawn. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
}

/**
 * What the page shows now, on a desk and on a phone, by day and at night: accessible, and no wider than its window.
 * The page stays and is looked at four times. Colours count in each look; everything else once at each size, on the
 * desk by day and on the phone at night.
 */
export async function expectGoodLooks(
  page: Page,
  what = new URL(page.url()).pathname,
  sizes = [desk, phone],
): Promise<void> {
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    // What the header that stays covers just now is no fault of the page.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await sideways(page), `${what} scrolls sideways at ${size.width} px`).toBeLessThanOrEqual(0);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await expect.poll(() => isDark(page), `${what} follows the system`).toBe(theme === 'dark');
      const isWhole = (theme === 'dark') === size.width < 600;
      await expectAccessible(page, isWhole ? undefined : colours, `${what}, ${theme}, ${size.width} px`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}
