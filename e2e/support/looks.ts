import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';

/** A desk, and the narrowest phone that is common. */
export const desk = { width: 1440, height: 900 };
export const phone = { width: 360, height: 780 };

/** What a theme can change of what axe finds: colours, and the names of what it shows or hides. Places stay. */
const ofThemes = ['color-contrast', 'link-in-text-block', 'button-name', 'link-name', 'label', 'image-alt'];

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'));

/** Chooses the theme as another tab of the site does; null follows the system again. */
async function choose(page: Page, theme: 'light' | 'dark' | null): Promise<void> {
  await page.evaluate((chosen) => {
    if (chosen) localStorage.setItem('theme', chosen);
    else localStorage.removeItem('theme');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  }, theme);
}

/** How far the page reaches beyond its window, once it is drawn. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
}

/**
 * What the page shows now, on a desk and on a phone, by day and at night: accessible, and no wider than its window.
 * The page stays and is looked at four times. Colours and names count in each look; everything else once at each size,
 * on the desk by day and on the phone at night. On the desk the theme is the system's, on the phone the reader's choice
 * against the system.
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
      const isChosen = size.width < 600;
      const system = isChosen === (theme === 'dark') ? 'light' : 'dark';
      await page.emulateMedia({ colorScheme: system });
      if (isChosen) await choose(page, theme);
      await expect.poll(() => isDark(page), `${what} has the ${theme} theme`).toBe(theme === 'dark');
      const isWhole = (theme === 'dark') === size.width < 600;
      await expectAccessible(page, isWhole ? undefined : ofThemes, `${what}, ${theme}, ${size.width} px`);
    }
  }
  await choose(page, null);
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}
