// Every page and every screen, opened once: no wider than its window where scrollbars take room of it too, nothing of
// ours refused by its own policy, not a word on the console. What a policy refuses is what somebody else brought.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import config from './playwright.config.ts';
import { adminScreens, pageKinds } from './support/page-kinds.ts';
import { publicPosts, richPost } from './support/posts.ts';
import { openAsNewReader } from './support/readers.ts';
import { open, openForm, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';

// Playwright hides the scrollbars of a browser without a window, as phones do; desktops show them.
test.use({ launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } });

const widths = [320, 360, 400, 640, 768, 960, 1024, 1280, 1440];

/** What is wider than the window at some width, and the elements that reach beyond it. */
async function tooWide(page: Page): Promise<string[]> {
  const found: string[] = [];
  // Laid out at each width, and painted at none.
  await page.evaluate(() => {
    const unseen = new CSSStyleSheet();
    unseen.replaceSync('html { visibility: hidden !important } * { visibility: inherit !important }');
    document.adoptedStyleSheets.push(unseen);
  });
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
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop();
  });
  return found;
}

/** What the policy of each page refused, told by the browser as it happens. */
async function refusals(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction('noteRefusal', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const note = (window as unknown as { noteRefusal(what: string): void }).noteRefusal;
      note(`${location.pathname}: ${violatedDirective} refused ${blockedURI} of ${sourceFile}`);
    });
  });
  return refused;
}

/** The addresses of the admin area's own list of screens. */
async function adminPaths(): Promise<string[]> {
  const list = await readFile(new URL('../frontend/src/admin/screens.ts', import.meta.url), 'utf8');
  return [...list.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path);
}

test('no public page is too wide, trips its policy or complains', async ({ page, request, quietConsole }) => {
  test.setTimeout(240_000);
  const refused = await refusals(page);
  const rich = await richPost(request);
  const oldest = (await publicPosts(request)).at(-1)?.slug ?? '';
  const found: string[] = [];
  // Loaded in the dark, which no other crawl does.
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const path of Object.values(pageKinds(rich.slug, oldest, '/newsletter/issues')).flat()) {
    await page.goto(path);
    // It leads strangers on, to another document.
    if (path === '/manage-account') await page.waitForURL('**/auth/login');
    found.push(...(await tooWide(page)));
  }
  await openAsNewReader(page, '/manage-account');
  for (const path of ['/manage-account', '/subscription-status']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    found.push(...(await tooWide(page)));
  }
  expect(found).toEqual([]);
  expect(refused).toEqual([]);
  // The browser reports the status of pages that are not there and of links that are over.
  expect(quietConsole.filter((message) => !/Failed to load resource.*(4\d\d)/.test(message))).toEqual([]);
});

test('no screen of the admin area is too wide, trips its policy or complains', async ({
  page,
  request,
  quietConsole,
}) => {
  test.setTimeout(180_000);
  const [post] = await publicPosts(request);
  const { '/admin-auth': door, ...screens } = adminScreens(post?.id ?? 0);
  // Each row of the table must have its screen.
  expect(Object.keys({ '/admin-auth': door, ...screens }).sort()).toEqual((await adminPaths()).sort());

  const refused = await refusals(page);
  const found: string[] = [];
  await page.goto('/admin-auth');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  found.push(...(await tooWide(page)));
  await open(page, '/admin');
  for (const path of Object.values(screens).flat()) {
    await page.goto(path);
    await expect(page.getByRole('heading').first(), path).toBeVisible();
    await page.waitForLoadState('networkidle');
    found.push(...(await tooWide(page)));
  }
  // A form that is checked, too: Title, content, and category are required.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/admin');
  await openForm(page);
  await write(page, 'Habari');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Title, content, and category are required').first()).toBeVisible();
  expect(found).toEqual([]);
  expect(refused).toEqual([]);
  expect(quietConsole).toEqual([]);
});

test('a screen whose data do not come says so, and trying again helps', async ({ page }) => {
  const refused = /\/api\/(analytics|admin\/(subscriptions|email-logs|media))/;
  const shown = page
    .getByRole('table')
    .or(page.getByRole('list', { name: 'Files' }))
    .or(page.locator('.chart-bar'));
  await open(page, '/admin/trash');
  for (const [path, words] of [
    ['/admin-subscriptions', 'Failed to fetch subscriptions'],
    ['/admin/email-logs', 'Failed to load email logs'],
    ['/admin/media', 'Failed to load the library'],
    ['/admin/clicks', 'Unable to load analytics data.'],
  ] as const) {
    await page.route(refused, (route) =>
      route.fulfill({ status: 500, json: { error: 'No.', message: 'No.', code: 'internal' } }),
    );
    await page.goto(path);
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(shown).toHaveCount(0);
    await page.unroute(refused);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(shown.first()).toBeVisible();
  }
});

test('what the policy refuses is noticed', async ({ page }) => {
  const refused = await refusals(page);
  await page.goto('/admin-auth');
  await page.evaluate(() => {
    const image = new Image();
    image.src = 'http://elsewhere.invalid/1.png';
  });
  await expect.poll(() => refused.join()).toContain('img-src refused http://elsewhere.invalid/1.png');
});
