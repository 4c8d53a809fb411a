// Writing in the post editor: its blocks from "/" to the public page, by keyboard and on a phone.
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { open, signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

const SHEET =
  '<google-sheets-html-origin><table data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody>' +
  '<tr><td>Panel</td><td data-sheets-value="1">300</td></tr><tr><td>Kettle</td><td>40</td></tr></tbody></table>';
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

const surface = (page: Page) => page.getByRole('textbox', { name: 'Content' });

const blocks = (page: Page) => page.getByRole('listbox', { name: 'Blocks' });

/** Chooses a block by what is typed after "/". */
async function block(page: Page, typed: string, name: string) {
  await page.keyboard.type('/');
  await expect(blocks(page)).toBeVisible();
  await page.keyboard.type(typed);
  await expect(blocks(page).getByRole('option', { selected: true })).toHaveText(name);
  await page.keyboard.press('Enter');
  await expect(blocks(page)).toBeHidden();
}

/** The editor hears of a moved caret a moment after the key. */
async function toEnd(page: Page) {
  await page.keyboard.press('Control+End');
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
}

async function paste(page: Page, data: Record<string, string>) {
  await surface(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test('a writer uses every block by keyboard, and readers see them', async ({ page, demo, quietConsole }) => {
  await signIn(page);
  await page.getByLabel('Title').fill('A lamp for the rains');
  await page.getByLabel('Category').selectOption({ label: 'Science' });
  await surface(page).focus();
  await expect(surface(page)).toHaveAttribute('spellcheck', 'true');
  // The text is spell-checked in the language of the publication, or the post's own.
  const spoken = surface(page).locator('xpath=ancestor::*[@lang][1]');
  await expect(spoken).toHaveAttribute('lang', 'en');
  await page.getByText('Slug, excerpt and language').click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await expect(spoken).toHaveAttribute('lang', 'ar');
  await expect(spoken).toHaveAttribute('dir', 'rtl');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('');
  await surface(page).focus();

  await block(page, 'head', 'Heading 2');
  await page.keyboard.type('Bright and cheap');
  await page.keyboard.press('Enter');
  await page.keyboard.type('A lamp that lasts. It needs sun.');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  for (let step = 0; step < 'A lamp that lasts'.length; step += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Footnote' }).press('Enter');
  await page
    .getByRole('textbox', { name: /^Note/ })
    .pressSequentially('Measured by us, see https://example.com/lamps ');
  await page.getByRole('button', { name: 'Save footnote' }).press('Enter');
  await expect(surface(page).getByRole('img', { name: /^Footnote 1: Measured by us/ })).toBeVisible();
  await expect(page.getByText('15 words')).toBeVisible();

  await surface(page).focus();
  await toEnd(page);
  await page.keyboard.press('Enter');
  await block(page, 'pull', 'Pull quote');
  await page.keyboard.type('It needs sun.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await paste(page, { 'text/html': SHEET, 'text/plain': 'Panel\t300\nKettle\t40' });
  await expect(surface(page).getByRole('cell')).toHaveText(['Panel', '300', 'Kettle', '40']);
  await toEnd(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Seen here:');
  await page.keyboard.press('Enter');
  await page.keyboard.type(VIDEO);
  await page.keyboard.press('Enter');
  await expect(surface(page).getByText('Video on YouTube')).toBeVisible();

  await block(page, 'score', 'Review box');
  const form = page.getByRole('dialog', { name: 'Review box' });
  await form.getByLabel('What is reviewed').fill('Jua lamp </script>');
  await form.getByLabel('Score out of 10').fill('11');
  await form.getByRole('button', { name: 'Save review' }).click();
  await expect(form.getByText('Enter a number from 0 to 10, such as 8.5')).toBeVisible();
  await form.getByLabel('Score out of 10').fill('8.5');
  await form.getByLabel('Pros').fill('Bright\nCheap');
  await form.getByLabel('Cons').fill('Heavy');
  await form.getByLabel('Specifications').fill('Weight: 2 kg');
  await form.getByLabel('Verdict').fill('Buy it.');
  await form.getByRole('button', { name: 'Save review' }).click();
  await expect(surface(page).locator('aside')).toContainText('Jua lamp </script>');

  await surface(page).focus();
  await page.keyboard.press('Control+f');
  const finding = page.getByRole('search', { name: 'Find and replace' });
  await finding.getByLabel('Find', { exact: true }).fill('lamp');
  await expect(finding.getByRole('status')).toHaveText('1 of 1');
  await finding.getByLabel('Find', { exact: true }).fill('it needs');
  await expect(finding.getByRole('status')).toHaveText('1 of 2');
  await page.keyboard.press('Enter');
  await expect(finding.getByRole('status')).toHaveText('2 of 2');
  await finding.getByLabel('Replace with').fill('It wants');
  await expectAccessible(page);
  await finding.getByRole('button', { name: 'Replace all' }).click();
  await expect(finding.getByRole('status')).toHaveText('Replaced 2 · Not found');
  await page.keyboard.press('Escape');
  await expect(finding).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(surface(page).getByText('It needs sun.')).toHaveCount(2);
  await page.keyboard.press('Control+Shift+z');
  await expect(surface(page).getByText('It wants sun.')).toHaveCount(2);

  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Post created successfully!');

  const foreign: string[] = [];
  await page.route(/youtube/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>The video</p>' }));
  page.on('request', (asked) => asked.url().startsWith(demo.url) || foreign.push(asked.url()));
  await page.goto('/post/slug/a-lamp-for-the-rains', { waitUntil: 'networkidle' });
  const text = page.locator('.prose');
  await expect(text.getByRole('heading', { level: 2, name: 'Bright and cheap' })).toBeVisible();
  await expect(text.locator('blockquote[data-block]')).toHaveText('It wants sun.');
  await expect(text.getByRole('cell', { name: 'Kettle' })).toBeVisible();
  const review = text.locator('aside[data-block=review]');
  await expect(review).toContainText('8.5 out of 10');
  await expect(review.getByRole('listitem')).toHaveText(['Bright', 'Cheap', 'Heavy']);
  const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((one) =>
    JSON.parse(one),
  );
  expect(data.find((one) => one['@type'] === 'Review')).toMatchObject({
    itemReviewed: { name: 'Jua lamp </script>' },
    reviewRating: { ratingValue: 8.5, bestRating: 10 },
  });

  await text.getByRole('link', { name: 'Footnote 1', exact: true }).press('Enter');
  await expect(page).toHaveURL(/#fn-1$/);
  await expect(text.locator('#fn-1')).toHaveText(/^Measured by us, see https:\/\/example.com\/lamps/);
  await expect(text.locator('#fn-1')).toBeInViewport();
  await text.getByRole('link', { name: 'Back to the text of footnote 1' }).press('Enter');
  await expect(page).toHaveURL(/#fnref-1$/);

  expect(foreign).toEqual([]);
  await text.getByRole('button', { name: 'Play the video' }).press('Enter');
  await expect(page.frameLocator('iframe[title="Video on YouTube"]').getByText('The video')).toBeVisible();
  expect(foreign).toHaveLength(1);
  expect(quietConsole).toEqual([]); // axe speaks to the strange frame, which the console tells
  await expectAccessible(page);
});

test('deals are compared where the writer says, on a desk and on a phone, and one that is over says so', async ({
  page,
}) => {
  await open(page, '/admin');
  await page.getByRole('link', { name: 'Write' }).click();
  // Until the page is there, the form of the desk is.
  await expect(page.getByRole('link', { name: '← All posts' })).toBeVisible();
  await page.getByLabel('Title').fill('Two lamps for the rains');
  await page.getByLabel('Category').selectOption({ label: 'Science' });
  await surface(page).focus();
  await page.keyboard.type('We tried both.');
  await page.keyboard.press('Enter');
  await block(page, 'deals', 'Comparison of deals');
  await page.keyboard.type('Buy the first.');
  await expect(surface(page)).toContainText('This post has no deals yet');
  await page.getByRole('button', { name: /^There are no deals to compare/ }).click();
  await expect(page.getByRole('button', { name: 'Add Deal' })).toBeFocused();
  for (const [number, shop, price, best] of [
    [1, 'Duka', '17', 'Long rains'],
    [2, 'Soko', 'KSh 900', 'A small room'],
  ]) {
    await page.getByRole('button', { name: 'Add Deal' }).click();
    const deal = page.getByRole('group', { name: `Deal ${number}` });
    await deal.getByLabel('Store name').fill(`${shop}`);
    await deal.getByLabel('URL').fill(`${`${shop}`.toLowerCase()}.example.com/lamp`);
    await deal.getByLabel('Product name').fill(`Lamp of ${shop}`);
    await expect(deal.getByLabel('URL')).toHaveValue(/^https:/);
    await expect(deal.getByLabel('Button text')).toHaveAttribute('placeholder', `${shop}`);
    await deal.getByLabel('Price').fill(`${price}`);
    await deal.getByLabel('Best for').fill(`${best}`);
  }
  await expect(surface(page).getByRole('row', { name: /^Lamp of Soko A small room KSh 900/ })).toBeVisible();
  await expectAccessible(page);

  // At 200 % on a laptop the bars leave two thirds of the window to the text.
  await surface(page).focus();
  await toEnd(page);
  await page.keyboard.insertText(' It shines all night.'.repeat(120));
  await page.setViewportSize({ width: 720, height: 450 });
  const linesOfText = await surface(page).evaluate((text) => {
    text.scrollIntoView({ block: 'center', behavior: 'instant' });
    const isText = (_: unknown, y: number) => text.contains(document.elementFromPoint(window.innerWidth / 2, y));
    return Array.from({ length: window.innerHeight }, isText).filter(Boolean).length;
  });
  expect(linesOfText).toBeGreaterThanOrEqual(300);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await toast(page, 'Post created successfully!');

  const address = '/post/slug/two-lamps-for-the-rains';
  await page.goto(address);
  const table = page.getByRole('table', { name: 'The deals compared' });
  await expect(table.getByRole('columnheader')).toHaveText(['Product', 'Best for', 'Price', 'Shop']);
  await expect(table.getByRole('rowheader')).toHaveText(['Lamp of Duka', 'Lamp of Soko']);
  await expect(table.getByRole('cell', { name: /^\$17 Price seen on/ })).toBeVisible();
  const button = table.getByRole('link', { name: 'Duka Lamp of Duka at Duka (opens in a new tab)' });
  await expect(button).toHaveAttribute('href', 'https://duka.example.com/lamp');
  await expect(button).toHaveAttribute('rel', 'sponsored nofollow noopener');
  await expect(table).toContainText('We may earn a commission');
  const rows = await table.getByRole('row').all();
  expect(rows).toHaveLength(3);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const [product, price] = await Promise.all([
    table.getByRole('rowheader').first().boundingBox(),
    table.getByRole('cell', { name: /^\$17/ }).boundingBox(),
  ]);
  expect(price?.y).toBeGreaterThan((product?.y ?? 0) + (product?.height ?? 0));
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect(table.getByRole('columnheader')).toHaveCount(4);
  await expectAccessible(page);

  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/admin');
  await page
    .getByRole('list', { name: 'Posts' })
    .getByRole('link', { name: 'Two lamps for the rains', exact: true })
    .click();
  const first = page.getByRole('group', { name: 'Deal 1' });
  await first.getByLabel('Ends').fill('2026-01-01T12:00');
  await expect(
    surface(page).getByRole('row', { name: /^Lamp of Duka Long rains Expired on 1 Jan 2026/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await toast(page, 'Post updated successfully!');
  await page.goto(address);
  await expect(table.getByRole('row', { name: /^Lamp of Duka/ })).toContainText('Expired on 1 Jan 2026');
  await expect(table.getByRole('link')).toHaveCount(1);
  await expect(table).not.toContainText('$17');
});

test('the menu of blocks closes without a trace', async ({ page }) => {
  await signIn(page);
  await surface(page).click();
  await page.keyboard.type('/ta');
  await expect(blocks(page).getByRole('option')).toHaveText(['Table', 'Comparison of deals']);
  await expect(surface(page)).toHaveAttribute('aria-activedescendant', /.+/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(blocks(page)).toBeHidden();
  await expect(surface(page)).not.toHaveAttribute('aria-activedescendant');
  await expect(surface(page)).toHaveText('');
  await page.keyboard.type('/no such block');
  await expect(blocks(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(surface(page)).toContainText('/no such block');
});

test('tabs become a table, and undo takes a table and a card back', async ({ page }) => {
  await signIn(page);
  await surface(page).click();
  await paste(page, { 'text/plain': 'Panel\t300\nKettle\t40' });
  await expect(surface(page).getByRole('cell')).toHaveCount(4);
  await page.keyboard.press('Control+z');
  await expect(surface(page).getByRole('cell')).toHaveCount(0);
  await paste(page, { 'text/plain': VIDEO });
  await expect(surface(page).getByText('Video on YouTube')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(surface(page).getByRole('link', { name: VIDEO })).toBeVisible();
  await expect(surface(page).getByText('Video on YouTube')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('blocks are chosen by touch, and nothing moves sideways', async ({ page }) => {
    await signIn(page);
    await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeHidden();
    // The tools go on where the arrow is.
    const tools = page.getByRole('toolbar', { name: 'Formatting' });
    const arrows = tools.locator('xpath=following-sibling::button');
    await expect(arrows).toHaveCount(1);
    await arrows.tap();
    await expect(arrows).toHaveCount(2);
    await page.getByRole('button', { name: 'More blocks' }).tap();
    const options = blocks(page).getByRole('option');
    await expect(options.first()).toBeVisible();
    expect((await options.first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await options.filter({ hasText: 'Pull quote' }).tap();
    await page.keyboard.type('Words set large.');
    await expect(surface(page).locator('blockquote[data-block]')).toHaveText('Words set large.');
    await page.getByRole('button', { name: 'Find and replace' }).tap();
    await page.getByLabel('Find', { exact: true }).fill('large');
    await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
