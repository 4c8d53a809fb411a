import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expectGoodLooks } from './support/looks.ts';
import { mailedLink } from './support/mails.ts';
import { newDataDir, type Server, startServer } from './support/server.ts';
import { open } from './support/staff.ts';
import { demoAdmin, expect, test } from './support/test.ts';

/** A copy of the demo publication, restored from a backup that was made beside the running server. */
async function restoredCopy(demo: Server): Promise<Server> {
  const [file, dataDir] = [join(demo.dataDir, 'night.backup'), await newDataDir()];
  const backup = await demo.run(['backup', file]);
  expect(backup.code, backup.output).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const restore = await demo.run(['restore', file], { MWANGA_DATA_DIR: dataDir });
  expect(restore.code, restore.output).toBe(0);
  return startServer({ dataDir });
}

test('a restored copy mails nobody until an administrator has seen what waits and releases it', async ({
  page,
  demo,
  quietConsole,
}) => {
  const copy = await restoredCopy(demo);
  try {
    expect((await page.goto(`${copy.url}/`))?.headers()['x-robots-tag']).toBe('noindex');
    expect((await page.goto(`${demo.url}/`))?.headers()['x-robots-tag']).toBeUndefined();

    const asked = await page.request.post(`${copy.url}/api/auth/change-password`, {
      data: { email: demoAdmin.email },
    });
    expect(asked.ok()).toBe(true);

    await page.goto(`${copy.url}/admin-auth`);
    await page.getByLabel('Email').fill(demoAdmin.email);
    await page.getByLabel('Password').first().fill(demoAdmin.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('note').filter({ hasText: 'This copy of the site is held.' })).toBeVisible();
    await page.getByRole('link', { name: 'See what waits' }).click();
    await expect(page.getByText(/It was restored from the backup of/)).toBeVisible();
    const waits = page.getByRole('region', { name: 'What waits' });
    await expect(waits.getByRole('listitem').filter({ hasText: 'Mails about accounts: 1' })).toContainText('Goes out');

    await page.getByRole('button', { name: 'Release this copy' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
    await expect(page.getByText('Released. This site mails and charges again.')).toBeVisible();
    await expect(page.getByText(/Nothing is held/)).toBeVisible();
    await expect(page.getByRole('note').filter({ hasText: 'is held' })).toHaveCount(0);
    await mailedLink(copy.dataDir, demoAdmin.email, '/auth/reset-password');
    expect((await page.request.get(`${copy.url}/`)).headers()['x-robots-tag']).toBeUndefined();
    expect(quietConsole).toEqual([]);
  } finally {
    await copy.stop();
  }
});

test('what waits in a held copy looks good', async ({ page, demo }) => {
  expect((await demo.run(['doctor', '--hold'])).output).toContain('This copy is held since');
  await open(page, '/admin/held');
  await expect(page.getByRole('button', { name: 'Release this copy' })).toBeVisible();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'Release this copy' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectGoodLooks(page, 'the question before the release');
});
