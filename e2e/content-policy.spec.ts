// The content security policy: what a page refuses is what somebody else brought, never what we wrote.
import type { Page } from '@playwright/test';
import { adminScreens } from './support/page-kinds.ts';
import { signIn, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';

/** What the policy of each page refused, told by the browser as it happens. */
async function refusals(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction('noteRefusal', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const note = (window as unknown as { noteRefusal(what: string): void }).noteRefusal;
      note(`${location.pathname}: ${violatedDirective} refused ${blockedURI} of ${sourceFile}`);
    });
  });
  return refused;
}

test('no screen of the admin area trips its own policy', async ({ page, quietConsole }) => {
  const refused = await refusals(page);
  await page.goto('/admin-auth');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await signIn(page);
  for (const path of adminScreens) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
  }
  // A form that is checked, too: Title, content, and category are required.
  await page.goto('/admin');
  await write(page, 'Habari');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Title, content, and category are required').first()).toBeVisible();
  expect(refused).toEqual([]);
  expect(quietConsole).toEqual([]);
});

test('what the policy refuses is noticed', async ({ page }) => {
  const refused = await refusals(page);
  await page.goto('/admin-auth');
  await page.evaluate(() => {
    const image = new Image();
    image.src = 'http://elsewhere.invalid/1.png';
  });
  await expect.poll(() => refused.join()).toContain('img-src refused http://elsewhere.invalid/1.png');
});
