import { type APIRequestContext, test as base, expect } from '@playwright/test';
import { alive, bringsNothingLater } from './support/alive.ts';
import { pageKinds } from './support/page-kinds.ts';
import { type Server, startServer } from './support/server.ts';
import { demoAdmin } from './support/test.ts';

// React's development build reports every difference between the server's HTML and the browser's.
const test = base.extend<object, { dev: Server }>({
  dev: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const server = await startServer({
        demo: true,
        env: { MWANGA_FRONTEND_DIR: 'frontend/dist-dev', MWANGA_UNDO_S: '1' },
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

async function signIn(request: APIRequestContext, url: string): Promise<{ authorization: string }> {
  const login = await request.post(`${url}/api/auth/admin/login`, { data: demoAdmin });
  return { authorization: `Bearer ${(await login.json()).token}` };
}

/** Makes a preview link of a post, and says where it leads. */
async function linkToPreview(request: APIRequestContext, url: string, post: number): Promise<string> {
  const headers = await signIn(request, url);
  const data = { days: 1, may_approve: true };
  const made = await request.post(`${url}/api/admin/posts/${post}/preview-links`, { headers, data });
  return new URL((await made.json()).url).pathname;
}

/** Sends a newsletter, and says where it can be read a moment later. */
async function sendIssue(request: APIRequestContext, url: string): Promise<string> {
  const headers = await signIn(request, url);
  const data = { subject: 'Good morning', html: '<p>Habari gani?</p>' };
  const sent = await request.post(`${url}/api/newsletter/admin-send`, { headers, data });
  return `/newsletter/issues/${(await sent.json()).issue.id}`;
}

/** Kinds that change as soon as they run: only that they run, and what the console says, counts. */
const CHANGES = [
  '/auth/callback/google', // it asks at once
  '/auth/reset-password', // which form it shows is for the browser to say
  '/newsletter/preferences', // what it shows is asked for by the browser
  '/manage-account', // nobody is signed in: it leads on
  '/subscription-status', // likewise
  '/_styles', // it fetches a part of itself
];

test('every page kind hydrates without a word on the console and without a changed element', async ({
  page,
  request,
  dev,
}) => {
  test.setTimeout(240_000);
  const issue = await sendIssue(request, dev.url);
  const bundle = await import(new URL('../frontend/dist/server/ssr.js', import.meta.url).href);
  const routes = (JSON.parse(bundle.pages()) as { path: string }[]).map(({ path }) => path);
  const posts = (await (await request.get(`${dev.url}/api/posts/public?per_page=100`)).json()).data as {
    id: number;
    slug: string;
  }[];
  const everything = posts.find(({ slug }) => slug.startsWith('share-one-fibre-line'));
  const preview = await linkToPreview(request, dev.url, everything?.id ?? 0);
  const pages = pageKinds(everything?.slug ?? '', posts.at(-1)?.slug ?? '', issue, preview);
  // Each row of the list must have its kind.
  expect(Object.keys(pages)).toEqual(routes);
  expect(Object.values(pages).filter((addresses) => addresses.length === 0)).toEqual([]);

  const messages: string[] = [];
  page.on('console', (message) => messages.push(`${page.url()} ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => messages.push(`${page.url()} error: ${error.message}`));

  await bringsNothingLater(page);
  const others = Object.values(pages)
    .flat()
    .filter((path) => path !== issue);
  for (const path of [...others, issue]) {
    // It can be undone for a moment, and is nobody's to read until then.
    if (path === issue)
      await expect.poll(async () => (await request.get(`${dev.url}${path}`)).status(), { timeout: 30_000 }).toBe(200);
    const answer = await request.get(`${dev.url}${path}`);
    const served =
      /<div id="root">([\s\S]*)<\/div>\s*<script type="application\/json"/.exec(await answer.text())?.[1] ?? '';
    expect(served.length, `${path} came without markup`).toBeGreaterThan(1000);
    await page.goto(`${dev.url}${path}`);
    await alive(page);
    if (CHANGES.includes(path)) continue;
    const [before, after] = await page.evaluate((html) => {
      const shape = (element: Element): string =>
        `${element.tagName}[${[...element.children].map(shape).join()}]${element.children.length === 0 ? element.textContent : ''}`;
      const parsed = new DOMParser().parseFromString(`<div id="root">${html}</div>`, 'text/html');
      return [shape(parsed.body.firstElementChild as Element), shape(document.getElementById('root') as Element)];
    }, served);
    expect(after, `${path} changed while it hydrated`).toBe(before);
  }
  // The browser reports the status of pages that are not there and of links that are over, and React's development
  // build advertises its tools; neither is ours.
  const ours = messages.filter(
    (message) => !/Failed to load resource.*(404|410)|Download the React DevTools/.test(message),
  );
  expect(ours).toEqual([]);
});
