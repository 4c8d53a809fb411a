// What is looked at before a post goes out, the links that it leads to, and deals that end.
import { createServer, type Server as WebServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { png } from './support/files.ts';
import { signIn, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

// A publication that may ask links on this machine.
test.use({ serverEnv: { MWANGA_LINK_CHECKS_PRIVATE: 'true' } });

const author = { email: 'author@example.com', password: 'mwanga-demo-author' };
const form = (page: Page) => page.getByRole('form');
const panel = (page: Page) => page.getByRole('region', { name: 'Before it goes out' });
const toMend = (page: Page) => panel(page).getByRole('list', { name: 'To fix' }).getByRole('button');
const line = (page: Page, text: string | RegExp) => panel(page).getByRole('button', { name: text });

/** Another site, with a page at every address but /dead, until that is mended. */
async function otherSite(): Promise<{ url: string; mend: () => void; end: () => void }> {
  let mended = false;
  const site: WebServer = createServer((request, response) => {
    response.statusCode = request.url === '/dead' && !mended ? 404 : 200;
    response.end('Habari');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    mend: () => {
      mended = true;
    },
    end: () => site.close(),
  };
}

async function edit(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
}

test('a writer mends what is missing by the way to each place', async ({ page }) => {
  await signIn(page, author);
  await expect(panel(page).getByRole('status')).toHaveText('As you write, this shows what is still missing.');
  await page.getByLabel('Title').fill('x'.repeat(80));
  await write(page, 'A roof pays for itself in two years.');
  await form(page).getByLabel('Access').selectOption('subscribers');
  await expect(toMend(page)).toHaveText([
    'There is no cover: lists and shared links show the title instead.',
    'The title has 80 characters: search results show about 70.',
    'There is no category.',
    'There are no tags: readers find it only under its category.',
    'It is not for everyone and has no excerpt: others read only the first words.',
  ]);
  await expect(panel(page).getByRole('status')).toHaveText('5 things to fix.');
  await expectAccessible(page);

  await line(page, /^The title has 80/).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Solar on a roof in Kibera');
  await line(page, /^There is no category/).click();
  await expect(form(page).getByLabel('Category')).toBeFocused();
  await form(page).getByLabel('Category').selectOption('tech');
  await line(page, /^There are no tags/).click();
  await page.keyboard.type('solar, roofs');
  await line(page, /no excerpt/).click();
  await expect(form(page).getByLabel('Excerpt')).toBeFocused();
  await page.keyboard.type('Two years, says its owner.');
  const choosing = page.waitForEvent('filechooser');
  await line(page, /^There is no cover/).click();
  await page.keyboard.press('Enter');
  await (await choosing).setFiles({ name: 'roof.png', mimeType: 'image/png', buffer: png(600, 400, [60, 110, 160]) });
  await toast(page, 'roof.png uploaded successfully!');
  await expect(toMend(page)).toHaveText(['The cover has no description for people who cannot see it.']);
  await line(page, /^The cover has no description/).click();
  await page.keyboard.type('Panels on a tin roof');
  await expect(panel(page).getByRole('status')).toHaveText('Nothing to fix.');
  await expect(toMend(page)).toHaveCount(0);

  const inText = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Insert image' }).click();
  await (await inText).setFiles({ name: 'wire.png', mimeType: 'image/png', buffer: png(300, 200, [10, 60, 30]) });
  await line(page, 'The picture in the text has no alt text.').click();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Describe the picture').fill('A wire');
  await page.getByRole('button', { name: 'Save alt text' }).click();
  await expect(panel(page).getByRole('status')).toHaveText('Nothing to fix.');
});

test('a dead link and a deal that is over are told, and readers see that it expired', async ({
  page,
  browser,
  demo,
}) => {
  test.setTimeout(120_000);
  const site = await otherSite();
  const title = 'Lamps for the long rains';
  await signIn(page);
  await page.getByLabel('Title').fill(title);
  await write(page, 'Some lamps stay on.');
  await form(page).getByLabel('Category').selectOption('tech');
  await page.getByRole('button', { name: 'Add Deal' }).click();
  const deal = page.getByRole('group', { name: 'Deal 1' });
  await deal.getByLabel('Store name').fill('Duka');
  await deal.getByLabel('URL').fill(`${site.url}/dead`);
  await deal.getByLabel('Product name').fill('Lamp');
  await deal.getByLabel('Price').fill('17');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Post created successfully!');

  await edit(page, title);
  const dead = line(page, /^A link leads nowhere \(404\): 127\.0\.0\.1/);
  await expect(dead).toBeVisible({ timeout: 40_000 });
  await expectAccessible(page);
  await dead.click();
  await expect(deal.getByLabel('URL')).toBeFocused();
  await page.goto('/admin/deals');
  await expect(
    page.getByRole('list', { name: 'Deals' }).getByRole('listitem').filter({ hasText: title }).first(),
  ).toContainText('The link answered 404');
  await expectAccessible(page);
  await page.getByRole('link', { name: `Edit post ${title}` }).click();
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
  site.mend();
  await panel(page).getByRole('button', { name: 'Check again' }).click();
  await expect(panel(page).getByText(/^1 link, checked on/)).toBeVisible({ timeout: 20_000 });
  await expect(dead).toHaveCount(0);

  const reader = await browser.newPage({ baseURL: demo.url });
  const post = '/post/slug/lamps-for-the-long-rains';
  await reader.goto(post);
  await expect(reader.getByRole('link', { name: /^Duka Lamp \$17/ })).toBeVisible();
  // The field knows minutes: one that has begun is over.
  const now = await page.evaluate(() => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 16));
  await deal.getByLabel('Ends').fill(now);
  await expect(line(page, 'The deal at Duka is over: readers see “Expired”.')).toBeVisible();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await toast(page, 'Post updated successfully!');
  await reader.reload();
  await expect(reader.getByRole('complementary', { name: 'The deal' })).toContainText('Expired on');
  await expect(reader.getByRole('link', { name: /^Duka Lamp/ })).toHaveCount(0);
  await expectAccessible(reader);

  await page.goto('/admin');
  await page.getByRole('button', { name: 'Look at Deals' }).click();
  await page.getByLabel('Show').selectOption('expired');
  await expect(
    page.getByRole('list', { name: 'Deals' }).getByRole('listitem').filter({ hasText: title }).first(),
  ).toContainText('Expired on');
  site.end();
});
