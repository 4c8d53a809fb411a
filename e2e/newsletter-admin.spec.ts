// Send Newsletter: written, looked at, tried and taken back; and the list of subscribers as a file.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectGoodLooks } from './support/looks.ts';
import { mailsTo } from './support/mails.ts';
import { open, signIn, write as writePost } from './support/staff.ts';
import { demoAdmin, expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

const ready = (page: Page) => expect(page.getByLabel('Subject')).not.toHaveValue('');

const send = (page: Page) => page.getByRole('button', { name: 'Send Newsletter' });
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the newsletter"]');

async function write(page: Page, subject: string, text: string): Promise<void> {
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(`${text} `);
}

test('a newsletter is edited, looked at, tried on oneself and taken back, after a reload too', async ({
  page,
  demo,
}) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Send Newsletter' }).click();
  await expect(page).toHaveURL(/\/admin\/newsletter$/);
  await expect(page.getByRole('heading', { name: 'Newsletter', level: 1 })).toBeFocused();
  await ready(page);
  await write(page, 'Light & shade', 'Habari za asubuhi.');
  await expect(preview(page).getByText('Habari za asubuhi.')).toBeVisible();
  await page.getByRole('button', { name: 'Phone', exact: true }).press('Enter');
  expect((await page.locator('iframe').boundingBox())?.width).toBeLessThan(380);

  await page.getByRole('button', { name: 'Send test to myself' }).click();
  await expect(page.getByText('Test newsletter sent to your address')).toBeVisible();
  await expect.poll(async () => (await mailsTo(demo.dataDir, demoAdmin.email)).length).toBe(1);
  expect((await mailsTo(demo.dataDir, demoAdmin.email))[0]).toContain('Habari za asubuhi.');

  await send(page).click();
  await toast(page, 'Newsletter sent successfully');
  const card = page.getByRole('region', { name: 'Light & shade' });
  // A minute, where nothing else is set.
  await expect(card.getByRole('timer')).toHaveText(/^(60|[45]\d) s left to take it back$/);
  await page.reload();
  await expect(card.getByRole('timer')).toHaveText(/^[1-6]?\d s left to take it back$/);
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  await card.getByRole('button', { name: /^Take it back/ }).click();
  await expect(card.getByText('Nothing was sent; it is among the drafts again.')).toBeVisible();
  await page.getByRole('button', { name: 'Open Light & shade' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('Light & shade');
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText('Habari za asubuhi.');
});

test('a call that fails and a session that ends lose nothing', async ({ page, request }) => {
  await open(page, '/admin/newsletter');
  await ready(page);
  await write(page, 'Over the weekend', 'Kesho.');
  await page.route(/admin-send/, (route) =>
    route.fulfill({ status: 500, json: { error: 'No.', message: 'No.', code: 'internal' } }),
  );
  await send(page).click();
  await toast(page, 'Failed to send newsletter');
  await expect(page.getByText(/^Unsaved changes, kept in this browser at \d\d:\d\d$/)).toBeVisible();
  await page.unroute(/admin-send/);
  const token = await page.evaluate(() => localStorage.getItem('admin_token'));
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
  await page.context().clearCookies();
  await send(page).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
  await dialog.getByLabel('Password', { exact: false }).first().fill(demoAdmin.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await toast(page, 'Newsletter sent successfully');
  await page
    .getByRole('region', { name: 'Over the weekend' })
    .getByRole('button', { name: /^Take it back/ })
    .click();
  await expect(page.getByText('Nothing was sent', { exact: true })).toBeVisible();
  // The same page: the text is where it was.
  await expect(page.getByLabel('Subject')).toHaveValue('Over the weekend');
  await expect(send(page)).toBeEnabled();
});

test('on a phone and a desk, in both themes, nothing is in the way', async ({ page }) => {
  await open(page, '/admin/newsletter');
  await ready(page);
  await expect(preview(page).getByRole('link').first()).toBeVisible();
  await expectGoodLooks(page);
  const tabs = page.getByRole('navigation', { name: 'Newsletter' });
  await tabs.getByRole('link', { name: 'Sent' }).click();
  await page.getByRole('button', { name: 'Report of Light & shade' }).click();
  await expect(page.getByRole('region', { name: 'Light & shade' })).toBeVisible();
  await expectGoodLooks(page, 'sent');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/newsletter$/);
  await expect(page.getByLabel('Subject')).toBeVisible();
});

test('an administrator takes the list of subscribers along, and it can be brought in again', async ({ page, demo }) => {
  await signIn(page);
  const saved = page.waitForEvent('download');
  await page
    .getByRole('region', { name: 'Admin Tools' })
    .getByRole('button', { name: /^Download CSV/ })
    .click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe('"email","name","confirmed_at","topics","status","unsubscribed_at"');
  expect(lines.length).toBeGreaterThan(1);
  const file = join(demo.dataDir, 'subscribers.csv');
  await download.saveAs(file);
  const { code, output } = await demo.run(['import', 'subscribers', file]);
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/^taken: 0 .*\nskipped: \d+ .*\nwrong lines: 0$/m),
  });
});

test('the daily newsletter is switched on, and stays so', async ({ page }) => {
  await open(page, '/admin/newsletter?tab=daily');
  const daily = page.getByRole('checkbox', { name: 'Send a newsletter every day' });
  await daily.press('Space');
  await page.getByLabel('Time of day').fill('05:45');
  await page.getByLabel('New posts at least').fill('0');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await toast(page, 'Failed to save the schedule');
  await expect(page.getByLabel('New posts at least')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await page.getByLabel('New posts at least').fill('4');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await toast(page, 'Schedule saved');
  await expect(
    page.getByRole('heading', { name: /^The next one goes out \w{3} \d+ \w{3}( \d+)?, 05:45$/ }),
  ).toBeVisible();
  await page.reload();
  await expect(daily).toBeChecked();
  await expect(page.getByLabel('Time of day')).toHaveValue('05:45');
  await expect(page.getByLabel('New posts at least')).toHaveValue('4');
});

test('subscribers are told of a new post, and what came of it is said', async ({ page }) => {
  await signIn(page);
  const create = async (title: string, said: string, date?: string) => {
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Category', { exact: false }).selectOption({ label: 'Tech' });
    if (date) await page.getByLabel('Publish Date').fill(date);
    await writePost(page, 'One sentence.');
    await page.getByRole('button', { name: 'Save Post' }).click();
    for (const text of ['Post created successfully!', said]) await toast(page, text);
    await expect(page.getByLabel('Title')).toHaveValue('');
  };
  await create('Told at once', 'Subscribers notified');
  await create('Told later', 'Subscribers will be notified when it is published.', '2035-01-01T09:00');
  await page.route(/notify-subscribers/, (route) =>
    route.fulfill({ status: 500, json: { error: 'No.', message: 'No.', code: 'internal' } }),
  );
  await create('Told at the second try', 'Failed to notify subscribers');
  await page.unroute(/notify-subscribers/);
  await expect(page.getByText('Subscribers notified')).toBeHidden();
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await toast(page, 'Subscribers notified');
});
