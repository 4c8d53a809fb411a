import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/axe.ts';
import { expectGoodLooks } from './support/looks.ts';
import { newAddress } from './support/readers.ts';
import { demoEditor, open, openAs, signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { buy } from './support/wallet.ts';

test.describe.configure({ mode: 'serial' });

const digital = newAddress('amina');
const print = newAddress('juma');

test('the demo’s readers have subscribed', async ({ page }) => {
  await signIn(page);
  const total = page.getByRole('complementary', { name: 'Subscriptions' });
  await expect(total).toContainText('Total6');
  await total.getByRole('link', { name: 'All subscriptions' }).click();
  await expect(page).toHaveURL(/\/admin-subscriptions$/);
  await expect(page.getByRole('heading', { name: 'All Subscriptions', level: 1 })).toBeVisible();
  await expect(page.getByText('6 subscriptions, newest first.')).toBeVisible();
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('wambui@example.com');
  await expect(page.getByRole('table').getByRole('row').last()).toContainText('reader@example.com');
});

test('each subscription has its row: found, filtered, taken along, and given back', async ({ page, browser, demo }) => {
  test.setTimeout(120_000);
  const reader = await browser.newPage({ baseURL: demo.url });
  await buy(reader, { email: digital });
  await buy(reader, { plan: 'Print + Digital', email: print });
  await reader.getByLabel('Name', { exact: true }).fill('Juma Kariuki');
  await reader.getByLabel('Street, or box number').fill('PO Box 9');
  await reader.getByLabel('Town or city').fill('Nakuru');
  await reader.getByRole('button', { name: 'Save the address' }).click();
  await expect(reader.getByText('Thank you, the address is saved.')).toBeVisible();
  await reader.close();

  await signIn(page);
  await expect(page.getByRole('region', { name: 'Admin Tools' })).toContainText('Subscriptions8');
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Subscriptions' }).click();
  await expect(page.getByText('8 subscriptions, newest first.')).toBeVisible();
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['Email', 'Plan', 'Status', 'Expires At']);
  const rows = table.getByRole('row');
  await expect(rows.nth(1)).toContainText(print);
  await expect(rows.nth(1)).toContainText('Print + Digital');
  await expect(rows.nth(1)).toContainText('Active');

  await page.getByLabel('Plan').selectOption('Digital');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText(digital);
  await page.goBack();
  await expect(rows).toHaveCount(9);
  const search = page.getByRole('searchbox', { name: 'Search by address' });
  await search.fill(print.toUpperCase());
  await search.press('Enter');
  await expect(rows).toHaveCount(2);

  for (const [button, name, words] of [
    [/^Download CSV.*the chosen/, /^subscriptions-.*\.csv$/, print],
    [/^Download CSV.*print addresses/, /^print-addresses-.*\.csv$/, 'Juma Kariuki'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(name);
    expect(await readFile(await file.path(), 'utf8')).toContain(words);
  }

  await page.getByRole('button', { name: `Payments ${print}` }).click();
  const payments = page.getByRole('dialog', { name: 'Payments' });
  await expect(payments).toContainText('Print + Digital, $4');
  await expect(payments).toContainText('At the checkout:');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(payments).toBeHidden();

  await page.getByRole('button', { name: `Refund ${print}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund this payment?' });
  await expect(dialog).toContainText(`$4 goes back to ${print}`);
  await expectAccessible(page);
  const answered = page.waitForResponse('**/refund');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  expect((await answered).status()).toBe(200);
  await expect(rows.nth(1)).toContainText('Refunded');
  await page.getByLabel('Status').selectOption('Active');
  await expect(page.getByText('No subscription matches.')).toBeVisible();
});

test('editors see the list and refund nothing', async ({ page }) => {
  await openAs(page, demoEditor, '/admin-subscriptions');
  await expect(page.getByRole('table')).toContainText(`${digital[0]}…@example.com`);
  await expect(page.getByText(digital)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Refund/ })).toBeHidden();
});

test('on a phone and a desk, in both themes, nothing is in the way', async ({ page }) => {
  await open(page, '/admin-subscriptions');
  await expect(page.getByRole('table')).toBeVisible();
  await expectGoodLooks(page);
});
