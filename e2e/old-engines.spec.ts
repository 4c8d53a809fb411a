import type { Page, Route } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** A style sheet without what an engine from before 2022 does not know: cascade layers, blocks of any depth. */
function withoutLayers(css: string): string {
  let out = '';
  let at = 0;
  for (let found = css.indexOf('@layer'); found >= 0; found = css.indexOf('@layer', at)) {
    out += css.slice(at, found);
    const end = css.slice(found).search(/[{;]/) + found;
    at = end + 1;
    for (let depth = css[end] === '{' ? 1 : 0; depth > 0; at += 1) {
      if (css[at] === '{') depth += 1;
      if (css[at] === '}') depth -= 1;
    }
  }
  return out + css.slice(at);
}

async function change(route: Route, how: (text: string) => string): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: how(await response.text()) });
}

/** Makes a page what it is in an engine that knows no layers. */
async function makeOld(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // biome-ignore lint/suspicious/noExplicitAny: The type says that it is always there.
    delete (window as any).CSSLayerBlockRule;
  });
  await page.route(/\.css$/, (route) => change(route, withoutLayers));
  await page.route(
    ({ pathname }) => !/\.\w+$/.test(pathname) && !pathname.startsWith('/api'),
    (route) => change(route, (html) => html.replaceAll(/<style>[^<]*<\/style>/g, (style) => withoutLayers(style))),
  );
}

const style = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), name);

test('an engine that knows layers never asks for the plain sheet', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  expect(asked.filter((path) => path.endsWith('.css'))).toEqual([expect.stringMatching(/^\/assets\/client-/)]);
  expect(await style(page, 'body', 'max-width')).toBe('none');
});

test('an engine that knows none gets a plain, readable page', async ({ page, demo, quietConsole }) => {
  await makeOld(page);
  // Nothing takes the page over there: what the fixture waits for does not come.
  await page.evaluate((to) => window.location.assign(to), demo.url);
  await expect(page.getByRole('heading', { name: "Today's Picks" })).toBeVisible();
  await page.waitForLoadState();
  expect(await style(page, 'html', 'background-color')).toBe('rgb(251, 248, 241)');
  expect(await style(page, 'html', 'font-family')).toContain('Georgia');
  expect((await page.locator('html').getAttribute('class')) ?? '').not.toContain('js');
  // Where a script would open it, it is not there; search and the form stand open.
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  await expect(page.locator('dialog').first()).toBeHidden();
  await expect(page.getByText('Leave this empty').first()).toBeHidden();
  await expect(page.getByRole('complementary').getByLabel('E-mail address').first()).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide, `home scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await style(page, 'html', 'background-color')).toBe('rgb(20, 21, 28)');
  expect(quietConsole).toEqual([]);
});

/** Addresses of the pictures that a page asked for. */
function pictures(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') asked.push(new URL(request.url()).pathname);
  });
  return asked.sort();
}

const sawEverything = (page: Page) =>
  page.evaluate(async () => {
    for (const image of document.querySelectorAll('main img')) {
      image.scrollIntoView();
      await (image as HTMLImageElement).decode().catch(() => {});
    }
  });

const post = '/post/slug/share-one-fibre-line-between-ten-flats-without-a-quarrel';

test('a browser that shows WebP asks for each picture once, and for no copy behind', async ({ page }) => {
  const asked = pictures(page);
  for (const path of ['/', post, '/search?q=solar']) {
    asked.length = 0;
    await page.goto(path);
    await sawEverything(page);
    expect(asked.length, path).toBeGreaterThan(0);
    expect(
      asked.filter((one) => one.startsWith('/media/') && !one.endsWith('.webp')),
      path,
    ).toEqual([]);
    expect(new Set(asked).size, path).toBe(asked.length);
  }
});

test('one that does not show WebP gets JPEG', async ({ page, demo }) => {
  const asked = pictures(page);
  await page.route(
    ({ pathname }) => !/\.\w+$/.test(pathname) && !pathname.startsWith('/api'),
    (route) =>
      change(route, (html) =>
        html.replaceAll('type="image/webp"', 'type="image/none"').replaceAll(/<script type="module".*?<\/script>/g, ''),
      ),
  );
  for (const path of ['/', post]) {
    asked.length = 0;
    await page.evaluate((to) => window.location.assign(to), demo.url + path);
    await expect(page.locator('main img').first()).toBeVisible();
    await page.waitForLoadState();
    await sawEverything(page);
    const media = asked.filter((one) => one.startsWith('/media/'));
    expect(media.length, path).toBeGreaterThan(0);
    expect(
      media.filter((one) => !one.endsWith('.jpg')),
      path,
    ).toEqual([]);
    const drawn = await page
      .locator('main img')
      .evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0));
    expect(drawn, path).toBe(true);
  }
});
