import { expectAccessible } from './support/axe.ts';
import { startServer } from './support/server.ts';
import { openAdministration, signIn } from './support/staff.ts';
import { demoAdmin, expect, test } from './support/test.ts';

test('an administrator sees what is well and what to do, and checks again', async ({ page, quietConsole }) => {
  await signIn(page);
  await openAdministration(page, 'Health');
  await expect(page).toHaveURL(/\/admin\/doctor$/);
  const well = page.getByRole('region', { name: 'Well' });
  await expect(well.getByRole('listitem').filter({ hasText: 'Base URL' })).toContainText('leads to this site');
  await expect(well.getByRole('listitem').filter({ hasText: 'Integrity' })).toBeVisible();
  const warnings = page.getByRole('region', { name: 'Warnings' });
  await expect(warnings.getByRole('listitem').filter({ hasText: 'Mail' }).first()).toContainText('Set SMTP_URL.');
  const checked = page.waitForResponse('**/api/admin/doctor');
  await page.getByRole('button', { name: 'Check again' }).click();
  expect((await checked).status()).toBe(200);
  await expect(page.getByRole('status').filter({ hasText: /\d+ broken, \d+ warnings, \d+ well/ })).toBeVisible();
  expect(quietConsole).toEqual([]);
});

test('an editor reads that it is for administrators', async ({ page }) => {
  await signIn(page, { email: 'editor@example.com', password: 'mwanga-demo-editor' });
  await expect(page.getByRole('link', { name: 'Health' })).toHaveCount(0);
  await page.goto('/admin/doctor');
  await expect(page.getByRole('alert').filter({ hasText: 'This is for administrators.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveCount(0);
});

// Nobody answers there: each line about the sender says so, beside a mail server that is not reached.
const unreachable = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MWANGA_MAIL_FROM: 'news@news.example',
  MWANGA_DNS_SERVER: '127.0.0.1:1',
};

test('what is broken is told accessibly, on a phone and a desk, in both themes', async ({ page }) => {
  test.setTimeout(120_000);
  const site = await startServer({ demo: true, env: unreachable });
  try {
    await page.goto(`${site.url}/admin-auth`);
    await page.getByLabel('Email').fill(demoAdmin.email);
    await page.getByLabel('Password').first().fill(demoAdmin.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Create New Post' })).toBeVisible();
    for (const viewport of [
      { width: 360, height: 740 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      for (const theme of ['light', 'dark']) {
        await page.evaluate((one) => localStorage.setItem('theme', one), theme);
        await page.goto(`${site.url}/admin/doctor`);
        const broken = page.getByRole('region', { name: 'Broken' });
        await expect(broken.getByRole('listitem').filter({ hasText: 'Mail' })).toContainText('was not reached');
        const warnings = page.getByRole('region', { name: 'Warnings' });
        await expect(warnings.getByRole('listitem').filter({ hasText: 'SPF' })).toContainText('MWANGA_DNS_SERVER');
        // No key is set, so there is a command to copy.
        await warnings.getByRole('button', { name: 'Copy what DKIM needs' }).click();
        await expect(page.getByText('Copied').first()).toBeVisible();
        await expectAccessible(page);
        const room = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(room).toBeLessThanOrEqual(0);
      }
    }
  } finally {
    await site.stop();
  }
});
