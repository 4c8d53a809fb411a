import { test as base, expect } from '@playwright/test';
import { type Server, startServer } from './server.ts';

export const demoAdmin = { email: 'admin@example.com', password: 'mwanga-demo-admin' };

/** A server with the demo publication for all tests of a worker, and a console that must stay empty. */
export const test = base.extend<{ quietConsole: string[] }, { demo: Server }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const server = await startServer({ demo: true });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
  quietConsole: [
    async ({ page }, use) => {
      const messages: string[] = [];
      page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => messages.push(`error: ${error.message}`));
      await use(messages);
    },
    { auto: true },
  ],
});

export { expect };
