import type { Locator } from '@playwright/test';
import { expect, test } from './support/test.ts';

const categories = (labels: string) =>
  labels.split(', ').map((label) => [label, `/category/${label.toLowerCase().replaceAll(' ', '-')}`]);

const top = categories(
  'Latest News, Tech, Business, Politics, Trending, The Big Story, AI, Science, Security, Digital Finance, Entertainment, Deals',
);
const events = categories(
  'Latest News, Tech, Business, Politics, The Big Story, AI, Science, Security, Digital Finance, Entertainment, Deals, Review, Video, Services',
);
const more = categories('Advertise, Imports, Exports, Buying Guide, Electronics');

/** Label and address of each link inside, in order. */
const links = (inside: Locator) =>
  inside
    .getByRole('link')
    .evaluateAll((found) => found.map((link) => [link.textContent?.trim(), link.getAttribute('href')]));

test('header, category bar and footer lead where they say', async ({ page }) => {
  await page.goto('/category/tech');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Mwanga, front page' })).toHaveAttribute('href', '/');
  await expect(header.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe');
  await expect(header.getByRole('link', { name: 'Join/Login' })).toHaveAttribute('href', '/auth/login');
  await expect(header.getByRole('link', { name: 'Consultancy' })).toHaveAttribute('href', '/mwanga-consultancy');
  expect(await links(page.getByRole('navigation', { name: 'Categories' }))).toEqual(top);
  await expect(
    page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Tech', exact: true }),
  ).toHaveAttribute('aria-current', 'true');

  const footer = page.getByRole('contentinfo');
  const wanted = [
    '/about',
    '/contact',
    '/privacy-policy',
    '/user-agreement',
    '/faqs',
    '/subscribe',
    '/manage-account',
    '/newsletters',
    '/category/video',
    '/category/advertise',
    '/category/services',
    '/category/review',
    '/mwanga-consultancy',
    '/category/imports',
    '/category/exports',
    '/category/buying-guide',
    '/category/electronics',
  ];
  const found = (await links(footer)).map(([, href]) => href);
  for (const href of wanted) expect(found).toContain(href);

  // The header stays while the page moves under it.
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  expect((await header.boundingBox())?.y).toBe(0);
});

test('the menu has its sections, and shows Sign In only to strangers', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  expect(await links(menu.getByRole('navigation', { name: 'Events' }))).toEqual(events);
  expect(await links(menu.getByRole('navigation', { name: 'More' }))).toEqual([
    ...more,
    ['Mwanga Consultancy', '/mwanga-consultancy'],
  ]);
  const services = menu.getByRole('navigation', { name: 'Services' });
  await expect(services.getByRole('link')).toHaveCount(15);
  expect(await services.getByRole('list').evaluate((list) => list.clientHeight)).toBe(300);
  await expect(menu.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe');
  await expect(menu.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth/login');
  await menu.getByRole('link', { name: 'Review', exact: true }).click();
  await expect(page).toHaveURL(/\/category\/review$/);
  await expect(menu).toBeHidden();

  await page.evaluate(() => localStorage.setItem('token', `a.${btoa('{"sub":"1"}')}.c`));
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toHaveAttribute(
    'href',
    '/manage-account',
  );
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
});

test('the services slide over the page and give the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto('/category/tech');
  const opener = page.getByRole('button', { name: 'Services' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Services' });
  await expect(panel.getByRole('listitem')).toHaveCount(15);
  expect(await panel.getByRole('list').evaluate((list) => list.getBoundingClientRect().height)).toBeCloseTo(510, 0); // 85vh
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the search box opens, ignores blanks, searches without loading a document, and closes', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    (window as unknown as { stayed: boolean }).stayed = true;
  });
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('banner').getByPlaceholder('Search stories...');
  await expect(field).toBeFocused();
  await field.fill('   ');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await field.fill('  sun & solar ');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=sun%20%26%20solar$/);
  await expect(field).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { stayed?: boolean }).stayed)).toBe(true);
});

test('a very narrow phone has no search icon, and searches from the menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/category/tech');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Search' })).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByPlaceholder('Search stories...').fill('solar');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=solar$/);
  await expect(menu).toBeHidden();
});

test('on phones signing in stays in the header, as an icon of its name', async ({ page }) => {
  for (const width of [320, 360, 390, 430]) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/category/tech');
    const header = page.getByRole('banner');
    const link = header.getByRole('link', { name: 'Join/Login', exact: true });
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute('href', '/auth/login');
    // Nothing of the row lies over something else of it, and nothing leaves the window.
    const boxes = await header.locator('.header-bar :is(a, button):visible').evaluateAll((parts) =>
      parts.map((part) => {
        const { left, right } = part.getBoundingClientRect();
        return [left, right] as const;
      }),
    );
    let end = 0;
    for (const [left, right] of boxes) {
      expect(left, `at ${width}`).toBeGreaterThanOrEqual(end - 0.5);
      end = right;
    }
    expect(end, `at ${width}`).toBeLessThanOrEqual(width);
  }
  await page.getByRole('banner').getByRole('link', { name: 'Join/Login' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  // The sign-in page asks after a session and ends one that is none: the made-up one is stored on another page.
  await page.goto('/category/tech');
  await page.evaluate(() => localStorage.setItem('token', `a.${btoa('{"sub":"1"}')}.c`));
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible();
});

test('a category that is none says so, also where no document is loaded', async ({ page }) => {
  const words = page.getByText('There is no category at this address.');
  const answer = await page.goto('/category/gardening');
  expect(answer?.status()).toBe(404);
  await expect(words).toBeVisible();
  await page.goto('/category/tech');
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('afterbegin', '<a href="/category/gardening">Gardening</a>');
  });
  await page.getByRole('link', { name: 'Gardening' }).click();
  await expect(page.getByRole('heading', { name: 'Failed to load posts for Gardening' })).toBeVisible();
  await expect(words).toBeVisible();
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(/\/category\/tech$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the dark theme follows the system', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/category/tech');
    const look = () =>
      page
        .locator('html')
        .evaluate((html) => [getComputedStyle(html).colorScheme, getComputedStyle(html).backgroundColor]);
    const dark = await look();
    expect(dark[0]).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    expect((await look())[1]).not.toBe(dark[1]);
    await expect(page.getByRole('button', { name: 'Dark theme' })).toBeHidden();
  });
});
