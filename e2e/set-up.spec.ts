import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectGoodLooks } from './support/looks.ts';
import { enterProduction, productionAdmin, startProduction } from './support/production.ts';
import { open } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const questions = ['name', 'contact', 'colours', 'address', 'mail', 'posts'];

const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const go = (page: Page, way: 'Continue' | 'Later') => page.getByRole('button', { name: way }).click();

test('the first administrator answers six questions, and the publication is another one', async ({ page }) => {
  test.setTimeout(180_000);
  const server = await startProduction();
  try {
    await enterProduction(page, server);
    await title(page, 'Make it yours.');
    await page.getByRole('link', { name: 'Begin' }).click();

    await title(page, 'What is it called?');
    await page.getByRole('textbox', { name: 'Name' }).fill('<b>Nuru</b> Times');
    await expect(page.getByRole('region', { name: 'Sample' }).getByText('<b>Nuru</b> Times')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('<b>Nuru</b> Times');
    await page.getByRole('textbox', { name: 'Name' }).fill('Nuru Times');
    await go(page, 'Continue');

    await title(page, 'How do readers reach you?');
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeDisabled();
    await expect(page.getByText('It is fixed on the server (MWANGA_CONTACT_EMAIL), and changes there.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Postal address' }).fill('Kimathi Street 1, Nairobi');
    await page.goBack();
    await title(page, 'What is it called?');
    await page.goForward();
    await expect(page.getByRole('textbox', { name: 'Postal address' })).toHaveValue('Kimathi Street 1, Nairobi');
    await go(page, 'Continue');

    await title(page, 'How does it look?');
    await page.getByRole('textbox', { name: 'Accent colour' }).fill('#ffff00');
    await expect(page.getByText('In the light theme this reaches').first()).toBeVisible();
    await page.getByRole('button', { name: 'Ocean' }).click();
    await page.getByText('a magazine').click();
    await go(page, 'Continue');

    await title(page, 'Is this its address?');
    await expect(page.getByText('Your browser is at the same address.')).toBeVisible();
    await expect(page.getByText(`${server.url} leads to this site.`)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Nobody can buy a subscription')).toBeVisible();
    await go(page, 'Continue');

    await title(page, 'Does its e-mail arrive?');
    await page.getByRole('button', { name: `Send a test to ${productionAdmin.email}` }).click();
    await expect(page.getByText('It is a file in the folder outbox now')).toBeVisible({ timeout: 20_000 });
    await go(page, 'Continue');

    await title(page, 'What does it begin with?');
    await go(page, 'Continue');
    await title(page, 'Nuru Times is yours.');
    await expect(page.getByText('sample posts are written')).toHaveCount(0, { timeout: 90_000 });
    await expect(page.getByText('Answered')).toHaveCount(6);

    await page.getByRole('link', { name: 'Write the first post' }).click();
    await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
    const drafts = await page.request.get(`${server.url}/api/posts/public`);
    expect((await drafts.json()).total).toBe(0);
    await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible();
    await page.goto(`${server.url}/`);
    await expect(page).toHaveTitle(/Nuru Times/);
    await expect(page.locator('html')).toHaveAttribute('data-typefaces', 'fraunces');
    await expect(page.getByText('Nothing is published yet.')).toBeVisible();
  } finally {
    await server.stop();
  }
});

test('each question can wait, is found again, and its reminder is put away', async ({ page }) => {
  const server = await startProduction();
  try {
    await enterProduction(page, server);
    await title(page, 'Make it yours.');
    await page.getByRole('link', { name: 'Not now' }).click();
    // Nobody is led there twice.
    const card = page.getByRole('region', { name: '6 questions are open' });
    await expect(card).toBeVisible();
    await expectAccessible(page);
    await card.getByRole('link', { name: 'Go on with set-up' }).click();
    // On a slow machine too, no press goes to the question before.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    for (const _ of questions) await go(page, 'Later');
    await title(page, 'Mwanga is yours.');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect(page.getByText('Later', { exact: true })).toHaveCount(6);
    await page.getByRole('link', { name: /^E-mail/ }).click();
    await title(page, 'Does its e-mail arrive?');
    await go(page, 'Continue');
    // The answer is saved when the question is gone.
    await expect(page.getByRole('heading', { level: 1, name: 'Does its e-mail arrive?' })).toBeHidden();
    await page.goto(`${server.url}/admin/settings`);
    await page.getByRole('link', { name: 'Set-up' }).click();
    await expect(page.getByText('Answered', { exact: true })).toHaveCount(1);
    await page.goto(`${server.url}/admin`);
    await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go on with set-up' })).toHaveCount(0);
  } finally {
    await server.stop();
  }
});

test('the questions look good', async ({ page }) => {
  for (const question of ['', ...questions]) {
    const path = `/admin/set-up${question && `?question=${question}`}`;
    await (question ? page.goto(path) : open(page, path));
    await expect(page.getByRole('link', { name: question ? 'Back' : 'Begin' })).toBeVisible();
    await expectGoodLooks(page, question);
  }
});
