import type { APIRequestContext } from '@playwright/test';
import { expectGoodLooks } from './support/looks.ts';
import { mailedLink, mailsTo } from './support/mails.ts';
import { newAddress } from './support/readers.ts';
import { expect, test } from './support/test.ts';

/** The address of a confirmed subscriber's preferences. */
async function subscribed(request: APIRequestContext, dataDir: string, topics: string[] = []): Promise<string> {
  const email = newAddress('asha');
  await request.post('/api/newsletter/subscribe', { data: { email } });
  const code = new URL(await mailedLink(dataDir, email, '/newsletter/confirm')).searchParams.get('code');
  const answer = await request.post('/api/newsletter/confirm', { data: { code, topics } });
  return (await answer.json()).preferences_path;
}

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
  await page.getByText('Choose topics, if you like').click();
  await page.getByLabel('Games').check();
  await page.getByRole('button', { name: 'Confirm my subscription' }).press('Enter');
  await expect(page.getByRole('status').getByText("You're now subscribed!")).toBeVisible();
  // Once more within a day says that it is done.
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my subscription' }).click();
  await expect(page.getByText("You're now subscribed!")).toBeVisible();
  await page.getByRole('link', { name: 'Choose topics, or leave' }).click();
  await expect(page.getByText(`For ${email}`)).toBeVisible();
  await expect(page.getByLabel('Games')).toBeChecked();
  await expect(page.getByLabel('Books')).not.toBeChecked();
  // Welcomed once, with a way back to the same choice.
  await page.goto(await mailedLink(demo.dataDir, email, '/newsletter/preferences'));
  await expect(page.getByText(`For ${email}`)).toBeVisible();
  const welcomes = (await mailsTo(demo.dataDir, email)).filter((text) => text.includes('Subject: Welcome to Mwanga'));
  expect(welcomes).toHaveLength(1);
  expect(welcomes[0]).toContain('Your topics: Games');
  expect(quietConsole).toEqual([]);
});

test('topics are chosen by keyboard, and stay', async ({ page, request, demo, quietConsole }) => {
  await page.goto(await subscribed(request, demo.dataDir, ['books']));
  await expect(page.getByLabel('Books')).toBeChecked();
  await page.getByLabel('Books').press('Space');
  await page.getByLabel('Digital money').press('Space');
  await page.getByRole('button', { name: 'Save topics' }).press('Enter');
  await expect(page.getByRole('status').getByText('Your topics are saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Digital money')).toBeChecked();
  await expect(page.getByLabel('Books')).not.toBeChecked();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('You are unsubscribed.')).toBeVisible();
  await expect(page.getByLabel('Books')).toBeHidden();
  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(page.getByLabel('Digital money')).toBeChecked();
  expect(quietConsole).toEqual([]);
});

test('leaving takes a press, and can be taken back', async ({ page, request, demo, quietConsole }) => {
  const preferences = await subscribed(request, demo.dataDir);
  const state = async () => (await (await request.get(`/api${preferences}`)).json()).subscribed;
  await page.goto(preferences.replace('preferences', 'unsubscribe'));
  await page.waitForLoadState('networkidle');
  expect(await state()).toBe(true);
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await expect(page.getByText('You are unsubscribed. No newsletter comes to you any more.')).toBeVisible();
  expect(await state()).toBe(false);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('You’re subscribed again.')).toBeVisible();
  expect(await state()).toBe(true);
  await page.getByRole('link', { name: 'Choose topics instead' }).click();
  await expect(page.getByRole('heading', { name: 'Your newsletter' })).toBeVisible();
  expect(quietConsole).toEqual([]);
});

test('a link that is no longer good says so, and leads on', async ({ page }) => {
  await page.goto('/newsletter/confirm?code=wrong');
  await page.getByRole('button', { name: 'Confirm my subscription' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Ask for a new one.');
  await page.getByRole('link', { name: 'sign up again' }).click();
  await expect(page).toHaveURL(/\/newsletters$/);
});

test('the pages of mailed links look good in each of their states', async ({ page, request, demo }) => {
  const preferences = await subscribed(request, demo.dataDir, ['books']);
  await page.goto(preferences);
  await expect(page.getByLabel('Books')).toBeChecked();
  await expectGoodLooks(page, 'preferences');
  await page.goto(preferences.replace('preferences', 'unsubscribe'));
  await expectGoodLooks(page, 'unsubscribe');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectGoodLooks(page, 'unsubscribed');
  await page.goto('/newsletter/confirm?code=wrong');
  await page.getByText('Choose topics, if you like').click();
  await expectGoodLooks(page, 'confirm');
  await page.getByRole('button', { name: 'Confirm my subscription' }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expectGoodLooks(page, 'a wrong code');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a plain form confirms', async ({ page, request, demo }) => {
    const email = newAddress('plain');
    await request.post('/api/newsletter/subscribe', { data: { email } });
    await page.goto(await mailedLink(demo.dataDir, email, '/newsletter/confirm'));
    await page.getByRole('button', { name: 'Confirm my subscription' }).click();
    await expect(page.getByRole('heading', { name: "You're now subscribed!" })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Choose topics, or leave' })).toBeVisible();
  });

  test('plain forms show the choice, change it, and end it', async ({ page, request, demo }) => {
    const preferences = await subscribed(request, demo.dataDir, ['books']);
    await page.goto(preferences);
    await page.getByRole('button', { name: 'Show my choice' }).click();
    await expect(page.getByText(/^For asha/)).toBeVisible();
    await expect(page.getByLabel('Books')).toBeChecked();
    await page.getByLabel('Books').uncheck();
    await page.getByLabel('Games').check();
    await page.getByRole('button', { name: 'Save topics' }).click();
    await expect(page.getByText('Your topics are saved.')).toBeVisible();
    await expect(page.getByLabel('Games')).toBeChecked();
    await expect(page.getByLabel('Books')).not.toBeChecked();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByText('You are unsubscribed.')).toBeVisible();
    await page.getByRole('button', { name: 'Subscribe again' }).click();
    const now = await (await request.get(`/api${preferences}`)).json();
    expect([now.subscribed, now.topics]).toEqual([true, ['games']]);
    await page.goto('/newsletter/preferences?code=wrong');
    await page.getByRole('button', { name: 'Show my choice' }).click();
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await expect(page.getByRole('link', { name: 'sign up again' })).toBeVisible();
  });

  test('a plain form unsubscribes, and another takes it back', async ({ page, request, demo }) => {
    const preferences = await subscribed(request, demo.dataDir);
    await page.goto(preferences.replace('preferences', 'unsubscribe'));
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { name: 'You are unsubscribed.' })).toBeVisible();
    await page.getByRole('link', { name: 'Take it back' }).click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect(page.getByRole('heading', { name: "You're now subscribed!" })).toBeVisible();
    expect((await (await request.get(`/api${preferences}`)).json()).subscribed).toBe(true);
  });
});
