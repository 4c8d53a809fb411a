import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expectGoodLooks } from './support/looks.ts';
import { open, openAdministration, signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test('an administrator makes a backup, watches it finish, and downloads it whole', async ({
  page,
  demo,
  quietConsole,
}) => {
  await signIn(page);
  await openAdministration(page, 'Backups');
  await expect(page.getByRole('heading', { name: 'Backups', level: 1 })).toBeVisible();
  await expect(page.getByText('No backup is made each night.')).toBeVisible();
  const part = page.getByRole('region', { name: 'Make a backup to download' });
  await expect(part.getByText('There is none to download now.')).toBeVisible();

  await part.getByRole('button', { name: 'Make a backup' }).click();
  await expect(part.getByRole('listitem')).toHaveCount(1);
  const button = part.getByRole('button', { name: /^Download the backup of/ });
  await expect(button).toBeVisible({ timeout: 60_000 });
  await expect(part.getByRole('progressbar')).toHaveCount(0);
  await expect(part.getByRole('listitem')).toContainText(/MB · not encrypted: it holds readers’ addresses · gone at/);

  // Each press is a link of its own.
  for (const press of ['first', 'second']) {
    const saved = page.waitForEvent('download');
    await button.click();
    const file = await saved;
    expect(file.suggestedFilename(), press).toMatch(/^mwanga-\d{4}-\d\d-\d\d\.backup$/);
    expect((await page.request.get(file.url())).status(), 'a link is good once').toBe(410);
    const path = join(demo.dataDir, `${press}.backup`);
    await file.saveAs(path);
    expect((await stat(path)).size).toBeGreaterThan(100_000);
    const verified = await demo.run(['backup', '--verify', path]);
    expect(verified.code, verified.output).toBe(0);
    expect(verified.output).toContain('every part is as it was written');
  }
  await expect(page).toHaveURL(/\/admin\/backups$/);
  expect(quietConsole).toEqual([]);
});

test('the screen of backups looks good in each of its states', async ({ page }) => {
  await page.route('**/api/admin/backups', (route) => route.fulfill({ json: everyState() }));
  await page.route('**/api/admin/status', (route) =>
    route.fulfill({ json: { mail_leaves: true, held: false, backup: everyState().schedule } }),
  );
  await open(page, '/admin/backups');
  await expect(page.getByText('41 of about 120 MB')).toBeVisible();
  await expect(page.getByRole('note')).toContainText('The last good backup is 3 days old.');
  await page.getByText('The newest 2').click();
  await expect(page.getByText('Failed: the bucket did not take it', { exact: true })).toBeVisible();
  await expectGoodLooks(page);
});

/** A screen that shows all that it can show. */
function everyState() {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const [MB, why] = [1024 * 1024, 'the bucket did not take it'];
  const download = {
    id: 3,
    status: 'running',
    created_at: ago(1),
    finished_at: null,
    expires_at: ago(-23),
    size_bytes: null,
    encrypted: false,
    done_bytes: 41 * MB,
    total_bytes: 120 * MB,
    error: null,
  };
  const scheduled = {
    id: 9,
    status: 'failed',
    created_at: ago(2),
    finished_at: ago(2),
    file_name: null,
    size_bytes: null,
  };
  return {
    data: [
      download,
      { ...download, id: 2, status: 'failed', error: `cannot make the folder ${'/a-long-name'.repeat(12)}` },
      { ...download, id: 1, status: 'done', finished_at: ago(1), size_bytes: 98 * MB },
    ],
    encrypted: false,
    schedule: {
      scheduled: true,
      last_good_at: ago(73),
      overdue: true,
      error: why,
      tested_at: ago(100),
      test_error: `the stored file mwanga-${'a'.repeat(12)}-20261124T001000Z.backup is not as it was written`,
      newest: [
        { ...scheduled, error: why },
        {
          ...scheduled,
          id: 8,
          status: 'done',
          file_name: `mwanga-${'a'.repeat(12)}-20261124T001000Z.backup`,
          size_bytes: 98 * MB,
          error: null,
        },
      ],
    },
  };
}
