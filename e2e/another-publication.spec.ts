import type { Page } from '@playwright/test';
import { enterProduction, startProduction } from './support/production.ts';
import { openForm, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';

/** A blue square of one pixel. */
const sign = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC',
  'base64',
);

const pages = ['Masthead', 'Tip line', 'How we test'];

async function openTab(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function writePage(page: Page, title: string) {
  await page.goto(new URL('/admin/pages/new', page.url()).href);
  await page.getByLabel('Title', { exact: false }).first().fill(title);
  await write(page, `What ${title} is about.`);
  await page.getByLabel('Status').selectOption('published');
  await page.getByRole('button', { name: 'Save page' }).click();
  await expect(page.getByText('Page created.').first()).toBeVisible();
}

async function nameAndLook(page: Page) {
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Sections of the settings' }).getByRole('link', { name }).click();
  await page.getByRole('textbox', { name: 'Name', exact: false }).first().fill('Nuru Times');
  await page.getByRole('textbox', { name: 'Tagline' }).fill('Light for all.');
  await section('Contact');
  await page.getByRole('textbox', { name: 'Last line of every page' }).fill('{brand}, Mombasa');
  await section('Look');
  await page.getByRole('textbox', { name: 'Accent colour' }).fill('#0b5fa5');
  await page.getByRole('combobox', { name: 'Typefaces' }).selectOption('literata');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture for Icon', exact: true }).click();
  await (await chooser).setFiles({ name: 'sign.png', mimeType: 'image/png', buffer: sign });
  await expect(page.getByRole('img', { name: 'Icon now' })).toBeVisible();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
}

/** Adds a page to the menu that is shown. */
async function addPage(page: Page, button: string | RegExp, title: string) {
  await page.getByRole('button', { name: button }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Add an entry' });
  await dialog.getByLabel('It leads to').selectOption('page');
  await dialog.getByLabel('Page').selectOption({ label: title });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function fourMenus(page: Page) {
  await page.getByRole('button', { name: 'Remove: Deals' }).click();
  await addPage(page, 'Add an entry to Category bar', 'Masthead');
  await page.getByRole('tab', { name: 'Side menu' }).click();
  await page.getByRole('textbox', { name: 'Title' }).first().fill('Sections');
  await page.getByRole('tab', { name: 'Services' }).click();
  await page.getByRole('button', { name: 'Remove: Financial services' }).click();
  await page.getByRole('tab', { name: 'Footer' }).click();
  // Of another name than Mwanga it begins without a consultancy.
  await expect(page.getByRole('button', { name: 'Remove: About us' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove: {brand} Consultancy' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a group' }).click();
  await page.getByRole('textbox', { name: 'Title' }).last().fill('Our work');
  for (const title of ['Tip line', 'How we test']) await addPage(page, 'Add an entry to Entries of Our work', title);
  await page.getByRole('button', { name: 'Save navigation' }).click();
  await expect(page.getByText('Navigation saved').first()).toBeVisible();
}

async function frontPage(page: Page) {
  await page.getByLabel('Add a block').selectOption({ label: 'Science' });
  await page.getByRole('button', { name: 'Add at the end' }).click();
  await page.getByLabel('Text', { exact: true }).fill('The old bridge is closed until six');
  await page.getByRole('button', { name: 'Ends in 6 hours' }).click();
  await page.getByRole('button', { name: 'Save front page' }).click();
  await expect(page.getByText('Front page saved').first()).toBeVisible();
}

test('a fresh store becomes another publication, in one walk by mouse', async ({ page, browser }) => {
  test.setTimeout(180_000);
  const server = await startProduction();
  try {
    await enterProduction(page, server);
    await page.getByRole('link', { name: 'Not now' }).click();
    await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
    for (const title of pages) await writePage(page, title);
    await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Settings' }).click();
    await nameAndLook(page);
    await openTab(page, 'Navigation');
    await fourMenus(page);
    await openTab(page, 'Front page');
    await frontPage(page);
    await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Posts' }).click();
    await openForm(page);
    await page.getByLabel('Title').fill('Two lamps for the price of one');
    await page.getByLabel('Category').selectOption({ label: 'Science' });
    await write(page, 'What a second lamp costs in a year.');
    await page.getByRole('button', { name: 'Save Post' }).click();
    await expect(page.getByRole('button', { name: 'Edit Two lamps for the price of one' })).toBeVisible();
    // Of the admin area too.
    await expect(page).toHaveTitle(/Nuru Times/);
    expect(await page.locator('body').innerText()).not.toContain('Mwanga');

    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const reader = await browser.newPage({ baseURL: server.url, viewport });
      await reader.goto('/');
      await expect(reader.getByText('The old bridge is closed until six')).toBeVisible();
      await expect(reader.getByText('Two lamps for the price of one').first()).toBeVisible();
      await expect(reader.locator('html')).toHaveAttribute('data-typefaces', 'literata');
      // The accent holds on night as well: what the style sheet has there is written as oklch.
      const button = reader.locator('main .newsletter button[type=submit]').first();
      expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toMatch(/^rgb/);
      const footer = reader.getByRole('contentinfo');
      await expect(footer.getByRole('navigation', { name: 'Our work' }).getByRole('link')).toHaveText([
        'Tip line',
        'How we test',
      ]);
      await expect(footer.getByText('Nuru Times, Mombasa')).toBeVisible();
      for (const path of ['/', '/masthead', '/contact', '/subscribe', '/post/slug/two-lamps-for-the-price-of-one']) {
        await reader.goto(path);
        await expect(reader).toHaveTitle(/Nuru Times/);
        expect(await reader.locator('body').innerText(), path).not.toContain('Mwanga');
      }
      await reader.close();
    }
  } finally {
    await server.stop();
  }
});
