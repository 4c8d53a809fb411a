import { type APIResponse, expect, type Page } from '@playwright/test';

/** Where the browser keeps the token of a reader, and that of staff. */
export type Slot = 'token' | 'admin_token';

/**
 * Signs a page in by the answer of a call that its own `request` made, which has left the cookie: the page keeps the
 * token as the form would have. A page that stands on the site already has it at once, any other from its next
 * document.
 */
export async function takesSession(page: Page, answer: APIResponse, slot: Slot): Promise<void> {
  expect(answer.status(), await answer.text()).toBe(200);
  const { origin } = new URL(answer.url());
  const { token } = await answer.json();
  if (page.url().startsWith(`${origin}/`)) {
    await page.evaluate(([name, value]) => localStorage.setItem(name, value), [slot, token] as const);
    return;
  }
  await page.addInitScript(
    ([site, name, value]) => {
      // Once: who signs out stays signed out. Strange frames have no storage.
      if (location.origin !== site || sessionStorage.getItem('taken') === value) return;
      sessionStorage.setItem('taken', value);
      localStorage.setItem(name, value);
    },
    [origin, slot, token] as const,
  );
}
