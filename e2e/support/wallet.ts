import { expect, type Locator, type Page } from '@playwright/test';
import { alive } from './alive.ts';

/** Goes through the wizard up to the wallet, as a person does. */
export async function toPayment(
  page: Page,
  { plan = 'Digital', email }: { plan?: string; email?: string } = {},
): Promise<void> {
  await page.goto('/subscribe');
  await page.getByRole('button', { name: `Choose ${plan}`, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Who is it for?' })).toBeVisible();
  if (email) await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('heading', { name: 'Pay once' })).toBeVisible();
}

/** Opens the wallet's own dialog and answers it, by mouse or by keyboard. */
export async function inTheWallet(
  page: Page,
  answer: 'Approve' | 'Refuse' | 'Fail' | 'Cancel',
  by: 'mouse' | 'keyboard' = 'mouse',
): Promise<void> {
  const pressed = (button: Locator) => (by === 'mouse' ? button.click() : button.press('Enter'));
  await pressed(page.getByRole('button', { name: 'Pay with the practice wallet' }));
  await pressed(
    page.getByRole('dialog', { name: 'Practice wallet' }).getByRole('button', { name: answer, exact: true }),
  );
}

/** Buys a plan, and ends on the page that shows it. */
export async function buy(page: Page, order: { plan?: string; email?: string } = {}): Promise<void> {
  await toPayment(page, order);
  await inTheWallet(page, 'Approve');
  await expect(page.getByRole('heading', { name: 'PayPal payment successful!' })).toBeVisible();
  await expect(page).toHaveURL(/\/subscription-status$/);
  await alive(page);
  await expect(page.getByRole('region', { name: 'Subscription' })).toBeVisible();
}
