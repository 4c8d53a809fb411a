import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { demoEditor as editor, signIn, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const title = 'Solar on a roof in Kibera';
const form = (page: Page) => page.getByRole('form');
const row = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('listitem').filter({ hasText: title });

async function openForm(page: Page): Promise<void> {
  await page.goto('/admin');
  await row(page).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
}

test('an outsider reads a draft on a phone, says yes, and the yes is void after a change', async ({
  page,
  browser,
  demo,
}) => {
  await signIn(page, editor);
  await page.getByLabel('Title').fill(title);
  await write(page, `It pays. ${'A roof pays for itself in two years, says the owner. '.repeat(4)}The end.`);
  await form(page).getByLabel('Category').selectOption('tech');
  await form(page).getByLabel('Status').selectOption('draft');
  await form(page).getByLabel('Access').selectOption('subscribers');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Post created successfully!').first()).toBeVisible();

  await openForm(page);
  await page.getByRole('button', { name: 'Preview links' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview links' });
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const url = await dialog.getByLabel('New link').inputValue();
  await expect(dialog.getByText('Not opened yet.')).toBeVisible();
  await expectAccessible(page);

  const phone = await browser.newPage({
    baseURL: demo.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const errors: string[] = [];
  const tracked: string[] = [];
  phone.on('pageerror', (error) => errors.push(String(error)));
  phone.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  phone.on('request', (request) => request.url().includes('/analytics/') && tracked.push(request.url()));
  await phone.goto(new URL(url).pathname);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(phone.getByText('The end.')).toHaveCount(0);
  await expect(phone.getByRole('heading', { name: 'Subscribe to read on' })).toBeVisible();
  await phone.getByRole('link', { name: 'Subscriber', exact: true }).click();
  await expect(phone.getByText('The end.')).toBeVisible();
  await expectAccessible(phone);
  await phone.getByLabel('Note').fill('It is <b>three</b> years.');
  await phone.getByRole('button', { name: 'Looks good' }).click();
  await expect(phone.getByText('Thank you. The newsroom has your answer.')).toBeVisible();
  await expect(phone.getByText(/^Agreed to by this link on/)).toBeVisible();
  expect(errors).toEqual([]);
  expect(tracked).toEqual([]);

  await openForm(page);
  await expect(page.getByText(/^Agreed by preview link on/)).toBeVisible();
  const notes = page.getByRole('region', { name: 'Notes' });
  await expect(notes.getByText('It is <b>three</b> years.')).toBeVisible();
  await expect(notes.getByText('By preview link')).toBeVisible();

  // What is not saved is shown in a tab of its own, and to nobody else.
  await page.getByLabel('Title').fill(`${title}, again`);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Preview (opens' }).click(),
  ]);
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(`${title}, again`);
  await expect(tab.getByText(/Unsaved: this is what the form held at/)).toBeVisible();
  await expectAccessible(tab);
  await phone.reload();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(title);

  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Post updated successfully!').first()).toBeVisible();
  await openForm(page);
  await expect(page.getByText(/^Agreed by preview link on/)).toHaveCount(0);
  await phone.getByLabel('Note').fill('Still here');
  await phone.getByRole('button', { name: 'Send note only' }).click();
  await expect(phone.getByText('The text was changed after you opened it.')).toBeVisible();
  await phone.getByRole('button', { name: 'Show the new text' }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(`${title}, again`);
  await expect(phone.getByText(/which does not count any more/)).toBeVisible();
  await expect(phone.getByLabel('Note')).toHaveValue('Still here');

  await page.getByRole('button', { name: 'Preview links' }).click();
  await expect(dialog.getByText(/the text was changed since/)).toBeVisible();
  await dialog.getByRole('button', { name: 'End link' }).click();
  await expect(page.getByText('The link has ended.').first()).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'This preview link is over.' })).toBeVisible();
});
