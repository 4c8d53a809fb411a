import { expect, type Page } from '@playwright/test';
import { takesSession } from './session.ts';
import { demoAdmin } from './test.ts';

export const demoEditor = { email: 'editor@example.com', password: 'mwanga-demo-editor' };

/** Opens the form on the desk. */
export async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create New Post' }).click();
  await expect(page.getByRole('heading', { name: 'Create New Post' })).toBeVisible();
}

/** Signs in as a person does, and ends at the desk. */
export async function signInByForm(page: Page, { email, password } = demoAdmin, site = ''): Promise<void> {
  await page.goto(`${site}/admin-auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
}

/** Opens a screen as somebody who is signed in: the form is the subject of journeys of its own. */
export async function openAs(page: Page, account: typeof demoAdmin, path: string): Promise<void> {
  const site = /^http:\/\/[^/]+/.exec(path)?.[0] ?? '';
  const answer = await page.request.post(`${site}/api/auth/admin/login`, { data: account });
  await takesSession(page, answer, 'admin_token');
  await page.goto(path);
}

/** Opens a screen as the administrator of the demo. */
export const open = (page: Page, path: string) => openAs(page, demoAdmin, path);

/** Ends at the post form of the desk, signed in. */
export async function signIn(page: Page, account = demoAdmin): Promise<void> {
  await openAs(page, account, '/admin');
  await openForm(page);
}

/** Has the rows of the list show all they can. */
export const withTallRows = (page: Page) => page.addInitScript(() => localStorage.setItem('desk-density', 'roomy'));

/** Types into the editor as a person does. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Content' }).click();
  await page.keyboard.type(text);
}

/** Opens a screen of administrators, by the tabs below the header. */
export async function openAdministration(
  page: Page,
  screen: 'Backups' | 'Health' | 'Navigation' | 'Staff',
): Promise<void> {
  // Where the entries do not fit, a menu has them.
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: screen }).click();
}
