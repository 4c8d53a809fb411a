// No page is wider than its window, where scrollbars take room of it too.
import type { Page } from '@playwright/test';
import config from './playwright.config.ts';
import { adminScreens, pageKinds } from './support/page-kinds.ts';
import { publicPosts, richPost } from './support/posts.ts';
import { logIn, registered } from './support/readers.ts';
import { signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';

// Playwright hides the scrollbars of a browser without a window, as phones do; desktops show them.
test.use({ launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } });

const widths = [320, 360, 400, 640, 768, 960, 1024, 1280, 1440];

/** What is wider than the window at some width, and the elements that reach beyond it. */
async function tooWide(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    const { room, bar, culprits } = await page.evaluate(() => {
      const root = document.documentElement;
      const room = root.scrollWidth - root.clientWidth;
      const culprits = [...document.querySelectorAll('body *')]
        .filter((element) => room > 0 && element.getBoundingClientRect().right > root.clientWidth + 0.5)
        .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')}`);
      return { room, bar: innerWidth - root.clientWidth, culprits: culprits.slice(0, 4) };
    });
    // The page of a phone's height is longer than the window, so there is a bar.
    if (width === 320 && (await page.evaluate(() => document.documentElement.scrollHeight > innerHeight)))
      expect(bar, 'the scrollbar takes no room: nothing was tried').toBeGreaterThan(5);
    if (room > 0) found.push(`${new URL(page.url()).pathname} at ${width}: ${room} px, ${culprits.join(', ')}`);
  }
  return found;
}

test('no public page scrolls sideways, at any width', async ({ page, request }) => {
  test.setTimeout(240_000);
  const rich = await richPost(request);
  const oldest = (await publicPosts(request)).at(-1)?.slug ?? '';
  const found: string[] = [];
  for (const path of Object.values(pageKinds(rich.slug, oldest, '/newsletter/issues')).flat()) {
    await page.goto(path);
    found.push(...(await tooWide(page)));
  }
  const { email } = await registered(request);
  await logIn(page, email);
  for (const path of ['/manage-account', '/subscription-status']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    found.push(...(await tooWide(page)));
  }
  expect(found).toEqual([]);
});

test('no screen of the admin area scrolls sideways, at any width', async ({ page, request }) => {
  test.setTimeout(120_000);
  const found: string[] = [];
  await page.goto('/admin-auth');
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  found.push(...(await tooWide(page)));
  await signIn(page);
  const [post] = await publicPosts(request);
  for (const path of [...adminScreens, `/admin/posts/${post?.id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    found.push(...(await tooWide(page)));
  }
  expect(found).toEqual([]);
});
