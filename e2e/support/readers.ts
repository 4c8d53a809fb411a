import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { alive } from './alive.ts';
import { type Slot, takesSession } from './session.ts';

export const password = 'a lamp in the window';
let made = 0;

/** An address that nobody in this run has used. */
export const newAddress = (name = 'reader') =>
  `${name}-${process.pid}-${Date.now().toString(36)}-${made++}@example.com`;

/** An account by the API, for what is not the subject of a journey. Its cookie stays with `request`. */
export async function registered(
  request: APIRequestContext,
  email = newAddress(),
): Promise<{ email: string; token: string }> {
  const answer = await request.post('/api/auth/register-user', { data: { email, password } });
  expect(answer.status()).toBe(200);
  return { email, token: (await answer.json()).token };
}

/** Opens a page as a reader who is signed in: the form is the subject of journeys of its own. */
export async function openAsReader(page: Page, email: string, path: string, secret = password): Promise<void> {
  const answer = await page.request.post('/api/auth/login-user', { data: { email, password: secret } });
  await takesSession(page, answer, 'token');
  await page.goto(path);
}

/** The same, with an account of their own. */
export async function openAsNewReader(page: Page, path: string, email = newAddress()): Promise<{ email: string }> {
  const answer = await page.request.post('/api/auth/register-user', { data: { email, password } });
  await takesSession(page, answer, 'token');
  await page.goto(path);
  return { email };
}

/** Signs in as a person does, and ends on home. */
export async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/auth/login');
  await alive(page);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/$/);
}

/** The server has ended a session: the browser loads the sign-in screen, as a document, and keeps nothing of before. */
export async function expectSentToSignIn(page: Page): Promise<void> {
  // By itself the page goes there too, a moment earlier.
  await page.waitForFunction(() => performance.getEntriesByType('navigation')[0]?.name.endsWith('/auth/login'));
  await expect(page).toHaveURL(/\/auth\/login$/);
}

export const stored = (page: Page, key: Slot) => page.evaluate((name) => localStorage.getItem(name), key);

/** A token as a browser reads one; nobody signed it. */
export const tokenOf = (claims: Record<string, unknown>) =>
  `a.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c`;

/** What was said on the console besides the browser's own note of a refused call. */
export const ours = (messages: string[]) => messages.filter((message) => !/Failed to load resource/.test(message));
