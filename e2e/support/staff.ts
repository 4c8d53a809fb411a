import { expect, type Page } from '@playwright/test';
import { demoAdmin } from './test.ts';

/** Signs in as a person does, and ends at the post form. */
export async function signIn(page: Page, { email, password } = demoAdmin): Promise<void> {
  await page.goto('/admin-auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Create New Post' })).toBeVisible();
}

/** Types into the editor as a person does. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Content' }).click();
  await page.keyboard.type(text);
}
/** Opens a screen of administrators, by the tabs below the header. */
export async function openAdministration(page: Page, screen: 'Backups' | 'Health' | 'Navigation' | 'Staff'): Promise<void> {
  // Where the entries do not fit, a menu has them.
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: screen }).click();
}
