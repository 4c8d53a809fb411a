import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test as plain } from './support/test.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Other servers beside the site's own, which end with the test. */
const test = plain.extend<{ serve: (answer: Answer) => Promise<string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
  serve: async ({}, use) => {
    const servers: Server[] = [];
    await use(async (answer) => {
      const server = createServer((request, response) => {
        answer(request, response).catch(() => response.writeHead(500).end());
      });
      servers.push(server);
      await new Promise<void>((listening) => {
        server.listen(0, '127.0.0.1', listening);
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  },
});

const line = 'You can read this page, but its buttons may not work here.';

async function send(response: ServerResponse, answer: Response, change = (text: string) => text): Promise<void> {
  const type = answer.headers.get('content-type') ?? 'text/plain';
  response.writeHead(answer.status, { 'content-type': type });
  response.end(/^text\/html/.test(type) ? change(await answer.text()) : Buffer.from(await answer.arrayBuffer()));
}

/** Waits until the page's script gave up, and looks whether what was drawn is there, with a line and no error. */
async function expectReadable(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: line })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('.prose').first()).not.toBeEmpty();
  await expect(page.getByText('Unexpected Application Error')).toHaveCount(0);
}

/** A post of the demo: its path and its title. */
async function aPost(url: string): Promise<{ path: string; title: string }> {
  const { data } = await (await fetch(`${url}/api/posts/public?per_page=1&category=tech`)).json();
  return { path: `/post/slug/${data[0].slug}`, title: data[0].title };
}

// These pages are never taken over: what the fixture `page` waits for does not come.
const open = (page: Page, address: string) => page.evaluate((to) => window.location.assign(to), address);

test('a proxy that gives the site another path leaves the text', async ({ page, demo, serve }) => {
  const { path, title } = await aPost(demo.url);
  const proxy = await serve(async (request, response) => {
    const asked = (request.url ?? '/').replace(/^\/mirror(?=\/|$)/, '') || '/';
    await send(response, await fetch(demo.url + asked), (html) => html.replaceAll('="/', '="/mirror/'));
  });
  await open(page, `${proxy}/mirror${path}`);
  await expectReadable(page, title);
  // The one segment of home could be a page that editors wrote.
  await open(page, `${proxy}/mirror`);
  await expect(page.getByText(line)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Most recent' })).toBeVisible();
  // A press on a link loads the document that it leads to.
  await page.getByRole('link', { name: title }).first().click();
  await expectReadable(page, title);
  expect(new URL(page.url()).pathname).toBe(`/mirror${path}`);
});

test('a page that was saved beside its files opens, from a server and from the disk', async ({
  page,
  demo,
  serve,
}, testInfo) => {
  const { path, title } = await aPost(demo.url);
  const html = await (await fetch(demo.url + path)).text();
  const files = new Map<string, Buffer>();
  const names = [...new Set([...html.matchAll(/\/assets\/([\w.-]+)/g)].map((found) => found[1] as string))];
  for (const name of names) {
    files.set(name, Buffer.from(await (await fetch(`${demo.url}/assets/${name}`)).arrayBuffer()));
  }
  const saved = html.replaceAll(/"\/assets\//g, '"saved_files/');
  const { mkdir, writeFile } = await import('node:fs/promises');
  const folder = testInfo.outputPath('saved');
  await mkdir(join(folder, 'saved_files'), { recursive: true });
  await writeFile(join(folder, 'saved.html'), saved);
  for (const [name, bytes] of files) await writeFile(join(folder, 'saved_files', name), bytes);

  const disk = await serve(async (request, response) => {
    const name = new URL(request.url ?? '/', demo.url).pathname;
    const bytes = await readFile(join(folder, name)).catch(() => null);
    const type = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript' }[
      name.split('.').pop() ?? ''
    ];
    response.writeHead(bytes ? 200 : 404, { 'content-type': type ?? 'application/octet-stream' }).end(bytes);
  });
  await open(page, `${disk}/saved.html`);
  await expectReadable(page, title);

  // From the disk a browser runs no module: what was drawn stays as it is.
  const other = await page.context().newPage();
  await other.goto(`file://${folder}/saved.html`);
  await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(other.getByText('Unexpected Application Error')).toHaveCount(0);
});

test('a page whose code cannot be loaded is loaded again once, and then stays as it was drawn', async ({
  page,
  demo,
}) => {
  const { path, title } = await aPost(demo.url);
  let asked = 0;
  await page.route(/\/assets\/post-page-.*\.js$/, async (route) => {
    asked += 1;
    await route.fulfill({ status: 404, body: 'There is nothing at this address.\n' });
  });
  await page.goto(demo.url);
  await page.evaluate((to) => window.location.assign(to), path);
  await expectReadable(page, title);
  expect(asked).toBeGreaterThanOrEqual(2);
  // The reader may try again; by then the file is there.
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Load it again' }).click();
  await expect(page.getByText(line)).toHaveCount(0);
  await page.waitForFunction(() => history.scrollRestoration === 'manual');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('a navigation that has nothing drawn still shows the error screen, or the page that is loaded', async ({
  page,
  demo,
}) => {
  const { path, title } = await aPost(demo.url);
  await page.goto('/');
  await page.route(/\/assets\/post-page-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.locator(`a[href="${path}"]`).first().click();
  await expectReadable(page, title);
});

test('a browser that keeps nothing takes the page over all the same', async ({ page, demo }) => {
  const { path, title } = await aPost(demo.url);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(line)).toHaveCount(0);
  await expect(page.getByText('Unexpected Application Error')).toHaveCount(0);
});
