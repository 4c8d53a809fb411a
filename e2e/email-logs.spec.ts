import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectGoodLooks, phone } from './support/looks.ts';
import { open, signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });

const count = async (page: Page) => Number.parseInt((await page.getByRole('status').first().textContent()) ?? '', 10);

test('the mails of the month stand in the log, also one that a server refused', async ({ page }) => {
  await signIn(page);
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Email Logs' }).click();
  await expect(page).toHaveURL(/\/admin\/email-logs$/);
  await expect(page.getByRole('heading', { name: 'Email Logs', level: 1 })).toBeVisible();
  await page.getByLabel('Status').selectOption('Failed');
  await expect(page.getByText('The mailbox is full').first()).toBeVisible();
});

test('each mail has its row: to, subject, status, sent; searched, filtered, paged and taken along', async ({
  page,
  request,
}) => {
  await open(page, '/admin/email-logs');
  await expect(page.getByRole('table')).toBeVisible();
  // With the notice of the second browser in which the administrator signed in.
  const before = await count(page);
  for (let n = 0; n < 24; n++) {
    const email = `reader${String(n).padStart(2, '0')}@example.org`;
    const answer = await request.post('/api/auth/register-user', { data: { email, password: 'a lamp in the window' } });
    expect(answer.ok()).toBe(true);
  }
  await request.post('/api/auth/change-password', { data: { email: 'reader07@example.org' } });
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByRole('status').first().textContent();
    })
    .toBe(`${before + 25} e-mails in the last 90 days, newest first.`);
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['To', 'Subject', 'Status', 'Sent']);
  const rows = table.getByRole('row');
  await expect(rows).toHaveCount(21);

  const newest = await rows.nth(1).textContent();
  await page.getByRole('button', { name: 'Next page' }).press('Enter');
  await expect(rows.nth(1)).not.toHaveText(newest ?? '');
  await page.goBack();
  await expect(rows.nth(1)).toHaveText(newest ?? '');
  await page.goForward();
  await expect(rows.nth(1)).not.toHaveText(newest ?? '');
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(rows).toHaveCount(21);

  const search = page.getByRole('searchbox', { name: 'Search by address' });
  await search.fill('READER07');
  await search.press('Enter');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('reader07@example.org');
  await page.getByLabel('Kind').selectOption('Password reset');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toHaveText(
    /reader07@example\.orgChoose a new password for Mwanga\s*Password resetSent\d{1,2} \w{3} \d{4}, \d\d:\d\d/,
  );
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download CSV/ }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^email-logs-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^"reader07@example\.org","Choose a new password for Mwanga","password_reset","sent","/);
  await page.getByLabel('Status').selectOption('Failed');
  await expect(page.getByText('No e-mail matches.')).toBeVisible();
});

test('on a phone and a desk, in both themes, nothing is in the way', async ({ page }) => {
  await page.setViewportSize(phone);
  await open(page, '/admin/email-logs');
  await expect(page.getByRole('table')).toBeVisible();
  await expectGoodLooks(page);
});
