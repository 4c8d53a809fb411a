import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { demoEditor as editor, signIn, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const title = 'What a kilowatt hour costs in Nakuru';
const path = '/post/slug/what-a-kilowatt-hour-costs-in-nakuru';
const wrong = 'An earlier version said 8 shillings. It is 28.';
const form = (page: Page) => page.getByRole('form');
const rows = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('listitem');
const row = (page: Page) => rows(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) });

async function openForm(page: Page): Promise<void> {
  await page.goto('/admin');
  await row(page).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Post updated successfully!').first()).toBeVisible();
}

test('an editor corrects a post, tells readers of an update, and takes the correction back', async ({
  page,
  browser,
  demo,
  request,
}) => {
  await signIn(page, editor);
  await page.getByLabel('Title').fill(title);
  await write(page, 'A kilowatt hour costs 8 shillings.');
  await form(page).getByLabel('Category').selectOption('tech');
  await form(page).getByLabel('Status').selectOption('draft');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Post created successfully!').first()).toBeVisible();

  // Nobody has read a draft: there is nothing to be corrected in public, and nothing to be marked.
  await openForm(page);
  await expect(page.getByRole('button', { name: 'Corrections' })).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: /^Show readers/ })).toHaveCount(0);
  await form(page).getByLabel('Status').selectOption('published');
  await save(page);

  const phone = await browser.newPage({
    baseURL: demo.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.goto(path);
  await expect(phone.getByText(/Updated/)).toHaveCount(0);
  await openForm(page);
  await page.getByRole('button', { name: 'Corrections' }).click();
  const dialog = page.getByRole('dialog', { name: 'Corrections' });
  await expect(dialog.getByText('This post has no correction.')).toBeVisible();
  await dialog.getByLabel('New correction').fill(wrong);
  await dialog.getByRole('button', { name: 'Publish correction' }).click();
  await expect(dialog.getByRole('list', { name: 'Corrections' }).getByText(wrong)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await phone.reload();
  await phone.getByRole('link', { name: /^Corrected on/ }).click();
  await expect(phone.getByRole('region', { name: 'Correction' }).getByText(wrong)).toBeInViewport();
  await expectAccessible(phone);
  await phone.getByRole('link', { name: 'All corrections →' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Corrections' })).toBeVisible();
  await expect(phone.getByText(wrong)).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('link', { name: title }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(await (await request.get('/corrections/feed.xml')).text()).toContain(wrong);

  // The correction has not changed the form: it is saved without a question. The ticked box tells readers.
  await page.getByRole('checkbox', { name: /^Show readers/ }).click();
  await save(page);
  await phone.goto(path);
  await expect(phone.getByText(/· Updated at \d\d:\d\d ·/)).toBeVisible();
  await openForm(page);
  await expect(page.getByRole('checkbox', { name: /^Show readers/ })).not.toBeChecked();

  await page.getByRole('button', { name: 'Corrections' }).click();
  await dialog.getByRole('button', { name: 'Change' }).click();
  await dialog.getByLabel('Text of this correction').fill(`${wrong} We are sorry.`);
  await dialog.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByText('Correction changed.').first()).toBeVisible();
  await phone.reload();
  await expect(phone.getByText(`${wrong} We are sorry.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await page
    .getByRole('dialog', { name: 'Withdraw this correction?' })
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await expect(page.getByText('Correction withdrawn.').first()).toBeVisible();
  await expect(dialog.getByText('This post has no correction.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog', { name: 'History' }).getByText('Correction withdrawn')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText(wrong)).toHaveCount(0);
  await phone.goto('/corrections');
  await expect(phone.getByRole('heading', { level: 1, name: 'Corrections' })).toBeVisible();
  await expect(phone.getByText(wrong)).toHaveCount(0);
  expect(await (await request.get('/corrections/feed.xml')).text()).not.toContain(wrong);
});

test('nothing of a draft appears among the corrections', async ({ page, request }) => {
  await signIn(page, editor);
  await openForm(page);
  await page.getByRole('button', { name: 'Corrections' }).click();
  const dialog = page.getByRole('dialog', { name: 'Corrections' });
  await dialog.getByLabel('New correction').fill('Hidden with its post.');
  await dialog.getByRole('button', { name: 'Publish correction' }).click();
  await expect(dialog.getByRole('list', { name: 'Corrections' })).toBeVisible();
  expect(await (await request.get('/corrections')).text()).toContain('Hidden with its post.');
  await page.keyboard.press('Escape');
  await form(page).getByLabel('Status').selectOption('draft');
  await save(page);
  for (const address of [
    '/corrections',
    '/corrections/feed.xml',
    '/corrections/atom.xml',
    '/corrections/feed.json',
    '/api/corrections',
  ]) {
    expect(await (await request.get(address)).text(), address).not.toContain('Hidden with its post.');
  }
});

test('a copy of a post opens as a draft, from its row and from the form', async ({ page }) => {
  await signIn(page, editor);
  await row(page)
    .getByRole('button', { name: `Duplicate ${title}` })
    .click();
  await expect(page.getByText('Draft made from a copy.').first()).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(`${title} (copy)`);
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/);
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveText('A kilowatt hour costs 8 shillings.');

  // What is typed is not lost: the copy waits until somebody gives it up.
  await page.getByLabel('Title').fill('Something else');
  await form(page)
    .getByRole('button', { name: /^Duplicate/ })
    .click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByLabel('Title')).toHaveValue(`${title} (copy) (copy)`);
});
