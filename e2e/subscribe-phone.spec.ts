import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { newAddress } from './support/readers.ts';
import { expect, test } from './support/test.ts';

/** Leads to the form of the phone. */
async function toPhone(page: Page, email: string) {
  await page.goto('/subscribe');
  await page.getByRole('button', { name: 'Choose Digital' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByRole('radio', { name: 'Practice phone, KES 400' }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  return page.getByLabel('Phone number');
}

/** Answers the request on the practice phone, which stays open: a page that is closed while it leads on hangs. */
async function onPhone(page: Page, number: string, answer: string) {
  const phone = await page.context().newPage();
  await phone.goto('/practice-push/phone');
  const request = phone.locator('form', { hasText: number });
  await request.getByRole('button', { name: answer, exact: true }).click();
  await expect(request).toHaveCount(0);
  await page.bringToFront();
}

test('a guest pays on the phone, may press twice, and may reload meanwhile', async ({ page, quietConsole }) => {
  test.setTimeout(90_000);
  const field = await toPhone(page, newAddress('phone'));
  const send = page.getByRole('button', { name: 'Send the request to my phone' });
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('KES 400');
  await expectAccessible(page);
  await field.fill('0712 000 211');
  await send.dblclick();
  const waiting = page.getByRole('status').filter({ hasText: 'Waiting for your phone' });
  await expect(waiting).toContainText('Enter your PIN on the phone to pay.');
  await expectAccessible(page);
  await page.reload();
  await expect(waiting).toBeVisible();
  await onPhone(page, '254712000211', 'Enter PIN and pay');
  await expect(page.getByText('Phone payment successful!')).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/subscription-status$/, { timeout: 8000 });
  expect(quietConsole).toEqual([]);
});

test('who types a wrong number is told, and who cancels is charged nothing and tries again', async ({ page }) => {
  const field = await toPhone(page, newAddress('cancel'));
  await field.fill('12');
  await field.press('Enter');
  await expect(page.getByText('Enter a Kenyan mobile number such as 0712 345 678.')).toBeVisible();
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill('+254 712 000 212');
  await field.press('Enter');
  await expect(page.getByText('Waiting for your phone')).toBeVisible();
  await onPhone(page, '254712000212', 'Cancel');
  const alert = page.getByRole('alert').filter({ hasText: 'The payment did not go through.' });
  await expect(alert).toContainText('You cancelled it on the phone. Nothing was charged.', { timeout: 20_000 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Phone number')).toBeVisible();
});
