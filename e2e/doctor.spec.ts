import { expectGoodLooks } from './support/looks.ts';
import { startServer } from './support/server.ts';
import { open, openAdministration, signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test('an administrator sees what is well and what to do, and checks again', async ({ page, quietConsole }) => {
  await signIn(page);
  await openAdministration(page, 'Health');
  await expect(page).toHaveURL(/\/admin\/doctor$/);
  const well = page.getByRole('region', { name: 'Well' });
  await expect(well.getByRole('listitem').filter({ hasText: 'Base URL' })).toContainText('leads to this site');
  await expect(well.getByRole('listitem').filter({ hasText: 'Integrity' })).toBeVisible();
  const warnings = page.getByRole('region', { name: 'Warnings' });
  await expect(warnings.getByRole('listitem').filter({ hasText: 'Mail' }).first()).toContainText(
    'Name a mail server (SMTP_URL)',
  );
  const checked = page.waitForResponse('**/api/admin/doctor');
  await page.getByRole('button', { name: 'Check again' }).click();
  expect((await checked).status()).toBe(200);
  await expect(page.getByRole('status').filter({ hasText: /\d+ broken, \d+ warnings, \d+ well/ })).toBeVisible();
  expect(quietConsole).toEqual([]);
});

// Nobody answers there: each line about the sender says so, beside a mail server that is not reached.
const unreachable = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MWANGA_MAIL_FROM: 'news@news.example',
  MWANGA_DNS_SERVER: '127.0.0.1:1',
};

test('what is broken is told, and looks good', async ({ page }) => {
  test.setTimeout(120_000);
  const site = await startServer({ demo: true, env: unreachable });
  try {
    await open(page, `${site.url}/admin/doctor`);
    const broken = page.getByRole('region', { name: 'Broken' });
    await expect(broken.getByRole('listitem').filter({ hasText: 'Mail' })).toContainText('was not reached');
    const warnings = page.getByRole('region', { name: 'Warnings' });
    await expect(warnings.getByRole('listitem').filter({ hasText: 'SPF' })).toContainText('MWANGA_DNS_SERVER');
    // No key is set, so there is a command to copy.
    await warnings.getByRole('button', { name: 'Copy what DKIM needs' }).click();
    await expect(page.getByText('Copied').first()).toBeVisible();
    await expectGoodLooks(page);
  } finally {
    await site.stop();
  }
});
