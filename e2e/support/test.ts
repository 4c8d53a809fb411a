import { test as base, type ConsoleMessage, expect } from '@playwright/test';
import { loadsAlive } from './alive.ts';
import { type Server, startServer } from './server.ts';
import { notesToasts } from './toasts.ts';

export const demoAdmin = { email: 'admin@example.com', password: 'mwanga-demo-admin' };

interface Fixtures {
  /** Variables of the environment of the file's server, beside those of every one. */
  serverEnv: Record<string, string>;
  /** A server with the demo publication, for all tests of a file. */
  demo: Server;
  /** What the page's console said. */
  quietConsole: string[];
  /** Closes what a test opened beside its page. */
  closesOthers: undefined;
}

interface WorkerFixtures {
  running: { key?: string; server?: Server };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const running: WorkerFixtures['running'] = {};
      await use(running);
      await running.server?.stop();
    },
    { scope: 'worker' },
  ],
  serverEnv: [{}, { option: true }],
  demo: async ({ running, serverEnv }, use, { file }) => {
    const key = JSON.stringify([file, serverEnv]);
    if (running.key !== key) {
      await running.server?.stop();
      running.server = undefined;
      running.server = await startServer({ demo: true, env: serverEnv });
      running.key = key;
    }
    await use(running.server as Server);
  },
  baseURL: async ({ demo }, use) => use(demo.url),
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) {
      loadsAlive(page);
      await notesToasts(page);
    }
    await use(page);
  },
  // Left open, a page goes on drawing and asking for as long as the worker lives.
  closesOthers: [
    async ({ browser, context }, use) => {
      await use(undefined);
      const others = browser.contexts().filter((one) => one !== context);
      await Promise.all(others.map((one) => one.close()));
    },
    { auto: true },
  ],
  quietConsole: [
    async ({ page }, use) => {
      const messages: string[] = [];
      // In a frame without scripts the one that notes toasts is blocked too.
      const ours = (message: ConsoleMessage) => message.text().startsWith("Blocked script execution in 'about:srcdoc'");
      page.on('console', (message) => ours(message) || messages.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => messages.push(`error: ${error.message}`));
      await use(messages);
    },
    { auto: true },
  ],
});

export { expect };
