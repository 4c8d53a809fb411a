import { defineConfig, devices } from '@playwright/test';

// Journeys against the real binary in Debian's Chromium, the build without windows. Each file has a server of its own,
// started by support/test.ts on a copy of the demo publication.
export default defineConfig({
  testDir: '.',
  globalSetup: './support/seed.ts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A journey that fails once and passes then is flaky: it is mended, not tried again.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    // A trace of every journey costs a fifth of the time: `npx playwright test --trace on` for the one in question.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No page lives as long as its optimised code would pay for being compiled.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
});
