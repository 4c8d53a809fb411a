// A newsletter is composed of stories: chosen, ordered, with sections and a sponsor, and sent at a time.
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { open, openAs } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { notesToasts, toast } from './support/toasts.ts';

const order = (page: Page) => page.getByRole('list', { name: 'Order of the newsletter' });
const titles = (page: Page) => order(page).getByRole('listitem').locator('p:first-child').allTextContents();
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the newsletter"]');
const more = (page: Page) => page.getByRole('list', { name: 'More posts' }).getByRole('listitem');

test('the posts since the last newsletter are chosen, and what the list says is what is mailed', async ({ page }) => {
  await open(page, '/admin/newsletter');
  await expect(more(page).first()).toBeVisible();
  const chosen = await titles(page);
  const since = /(\d+) posts since/.exec((await page.getByText(/posts since/).textContent()) ?? '')?.[1];
  expect(chosen).toHaveLength(Math.min(Number(since), 8));
  await expect(page.getByLabel('Subject')).toHaveValue(chosen[0] ?? '');

  // By keyboard: the second moves up, the first one leaves.
  await page.getByRole('button', { name: `Move up: ${chosen[1]}` }).press('Enter');
  await expect(page.getByLabel('Subject')).toHaveValue(chosen[1] ?? '');
  await page.getByRole('button', { name: `Remove: ${chosen[0]}` }).press('Enter');
  expect(await titles(page)).toEqual([chosen[1], ...chosen.slice(2)]);
  // Each post stands in one row.
  await expect(more(page).filter({ hasText: chosen[0] })).toHaveCount(1);
  for (const title of chosen.slice(1)) await expect(more(page).filter({ hasText: title })).toHaveCount(0);

  await page.getByRole('button', { name: 'Add a sponsor' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(3);
  await dialog.getByLabel('Brand').fill('Jua <b>Lamps');
  await dialog.getByLabel('Headline').fill('Two lamps for one');
  await dialog.getByLabel('Link').fill('javascript:alert(1)');
  await expect(dialog.getByText('Write an address that begins with https://.')).toBeVisible();
  await dialog.getByLabel('Link').fill('https://jua.example/?a=1&b=2');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Add a section' }).click();
  await page.getByLabel('Title of the section').fill('Also today');
  await page.getByLabel('Preview text').fill('Light for less');

  await expect(preview(page).getByText('Sponsored by Jua <b>Lamps')).toBeVisible();
  await expect(preview(page).getByRole('link', { name: 'Two lamps for one' })).toHaveAttribute(
    'href',
    'https://jua.example/?a=1&b=2',
  );
  await expect(preview(page).getByRole('heading', { name: 'Also today' })).toBeVisible();
  await expect(preview(page).getByText('Light for less')).toBeAttached();
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(preview(page).locator('body')).toHaveCSS('background-color', 'rgb(14, 16, 24)');
  await page.getByRole('button', { name: 'No pictures' }).click();
  await expect(preview(page).locator('img[src]')).toHaveCount(0);
});

test('a newsletter waits for its time and is taken back to the drafts, and an empty time is not now', async ({
  page,
}) => {
  await open(page, '/admin/newsletter');
  await page.getByLabel('Subject').fill('Tomorrow morning');
  await page.getByLabel('Goes out').selectOption('At a time of your choice');
  const time = page.getByLabel('Time', { exact: true });
  const at = await time.inputValue();
  await time.fill('');
  const send = page.getByRole('button', { name: 'Schedule Newsletter' });
  await send.click();
  await expect(
    page.getByText('Choose a time that is at least a minute and at most a year ahead.').first(),
  ).toBeVisible();
  await time.fill(at);
  await send.click();
  const card = page.getByRole('region', { name: 'Tomorrow morning' });
  await expect(page).toHaveURL(/\?tab=sent&issue=\d+$/);
  const when = /^Goes out (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} \w{3}( \d{4})?, \d\d:00$/;
  await expect(card.getByText(when)).toBeVisible();
  const moment = ((await card.getByText(when).textContent()) ?? '').replace('Goes out ', '');
  await toast(page, 'Newsletter scheduled', moment);
  await expect(card.getByRole('timer')).toHaveCount(0);
  const row = page.getByRole('region', { name: 'Sent and scheduled' }).getByRole('listitem').first();
  await expect(row.getByText(when)).toBeVisible();
  await expectAccessible(page);
  const tabs = page.getByRole('navigation', { name: 'Newsletter' });
  await tabs.getByRole('link', { name: 'Write' }).click();
  await expect(page.getByLabel('Subject')).not.toHaveValue('Tomorrow morning');
  await page.goBack();
  await page.reload();
  await row.getByRole('button', { name: 'Take it back: Tomorrow morning' }).click();
  await expect(card.getByText('Nothing was sent; it is among the drafts again.')).toBeVisible();
  await tabs.getByRole('link', { name: 'Write' }).click();
  await page.getByRole('button', { name: 'Open Tomorrow morning' }).click();
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue(at);
});

test('two editors write on one draft: the second is shown what the first saved, and what is sent is gone', async ({
  page,
  browser,
  demo,
}) => {
  const zuri = { email: 'zuri@example.com', password: 'a lamp in the newsroom' };
  await demo.run(['admin', 'create', '--email', zuri.email, '--role', 'editor'], { MWANGA_PASSWORD: zuri.password });
  await open(page, '/admin/newsletter');
  await page.getByLabel('Subject').fill('Light for less');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await toast(page, 'Draft saved');
  await expect(page.getByRole('list', { name: 'Drafts' }).getByText('In the form')).toBeVisible();

  const theirs = await browser.newPage({ baseURL: demo.url });
  await notesToasts(theirs);
  await openAs(theirs, zuri, '/admin/newsletter');
  await theirs.getByRole('button', { name: 'Open Light for less' }).click();
  await expect(theirs.getByLabel('Subject')).toHaveValue('Light for less');
  await theirs.getByLabel('Subject').fill('Light for less, by Zuri');
  await theirs.getByRole('button', { name: 'Save draft' }).click();
  await toast(theirs, 'Draft saved');

  await page.getByLabel('Subject').fill('Light for less, by the desk');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'This draft was changed meanwhile' });
  await expect(dialog.getByRole('row', { name: /^Subject/ })).toContainText('by Zuri');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Back to the form' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('Light for less, by the desk');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await toast(page, 'Draft saved');

  await page.getByRole('button', { name: 'Send Newsletter' }).click();
  await toast(page, 'Newsletter sent successfully');
  const drafts = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
  await expect(drafts.filter({ hasText: 'Light for less' })).toHaveCount(0);

  // Theirs is gone, and its words are not.
  await theirs.getByLabel('Subject').fill('Light for less, once more');
  await theirs.getByRole('button', { name: 'Send Newsletter' }).click();
  await expect(theirs.getByText(/^This draft is gone: somebody sent it or deleted it/)).toBeVisible();
  await expect(theirs.getByLabel('Subject')).toHaveValue('Light for less, once more');
  await theirs.getByRole('button', { name: 'Save as a new draft' }).click();
  await toast(theirs, 'Draft saved');

  // Undone, it is a draft again, beside the new one.
  await page
    .getByRole('region', { name: 'Light for less, by the desk' })
    .getByRole('button', { name: /^Take it back/ })
    .click();
  await expect(drafts.filter({ hasText: 'Light for less' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete Light for less, once more' }).click();
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await toast(page, 'Draft deleted');
  await page.reload();
  await page.getByRole('button', { name: 'Open Light for less, by the desk' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('Light for less, by the desk');
});
