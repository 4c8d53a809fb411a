import { expectAccessible } from './support/axe.ts';
import { mailedLink } from './support/mails.ts';
import { newAddress } from './support/readers.ts';
import { expect, test } from './support/test.ts';

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

test('a stranger signs up, confirms by a press, and signs up again', async ({ page, demo, quietConsole }) => {
  const email = newAddress('juma');
  await page.goto('/newsletters');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Almost there: confirm the link we e-mailed you.')).toBeVisible();

  const link = await mailedLink(demo.dataDir, email, '/newsletter/confirm');
  expect(link.startsWith(`${demo.url}/`)).toBe(true);
  const answer = await page.goto(link);
  expect(answer?.headers()['cache-control']).toBe('no-store');
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await page.getByRole('button', { name: 'Confirm my subscription' }).press('Enter');
  await expect(page.getByRole('status').getByText("You're now subscribed!")).toBeVisible();
  // Once more within a day says that it is done.
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my subscription' }).click();
  await expect(page.getByText("You're now subscribed!")).toBeVisible();
  expect(quietConsole).toEqual([]);
});

test('a link that is no longer good says so, and leads on', async ({ page }) => {
  await page.goto('/newsletter/confirm?code=wrong');
  await page.getByRole('button', { name: 'Confirm my subscription' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Ask for a new one.');
  await page.getByRole('link', { name: 'sign up again' }).click();
  await expect(page).toHaveURL(/\/newsletters$/);
});

for (const [device, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the pages of mailed links are accessible on ${device}, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.goto('/newsletter/confirm?code=wrong');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Confirm my subscription' }).click();
      await expect(page.getByRole('alert')).not.toBeEmpty();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    });
  }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a plain form confirms', async ({ page, request, demo }) => {
    const email = newAddress('plain');
    await request.post('/api/newsletter/subscribe', { data: { email } });
    await page.goto(await mailedLink(demo.dataDir, email, '/newsletter/confirm'));
    await page.getByRole('button', { name: 'Confirm my subscription' }).click();
    await expect(page.getByRole('heading', { name: "You're now subscribed!" })).toBeVisible();
    await page.getByRole('link', { name: 'Start reading' }).click();
    await expect(page).toHaveURL(`${demo.url}/`);
  });
});
