import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectGoodLooks } from './support/looks.ts';
import { open } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const blocks = (page: Page) => page.getByRole('list', { name: 'Blocks of the front page' }).getByRole('listitem');

async function add(page: Page, name: string) {
  await page.getByLabel('Add a block').selectOption({ label: name });
  await page.getByRole('button', { name: 'Add at the end' }).click();
}

/** What home shows, from the top. */
async function parts(page: Page): Promise<string[]> {
  const headings = await page.locator('main h2[id]').evaluateAll((all) => all.map((one) => one.id));
  return headings.filter((id) => id !== 'newsletter');
}

test('an administrator arranges the front page, sees it first, and takes it back', async ({ page, quietConsole }) => {
  await open(page, '/admin/settings');
  await page.getByRole('link', { name: 'Front page', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Front page' })).toBeVisible();
  await expect(blocks(page)).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Save front page' })).toBeDisabled();

  await add(page, 'Science');
  await add(page, 'Most Read');
  await page.getByRole('radio', { name: 'Strip' }).check();
  for (let step = 0; step < 5; step += 1) await page.getByRole('button', { name: 'Move up: Science' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move up: Science' })).toBeFocused();
  await page.getByRole('button', { name: "Remove: Today's Picks" }).click();
  await expect(blocks(page).first()).toContainText('Science');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe[title="Preview of the publication"]');
  await expect(frame.locator('main h2[id]').first()).toHaveText('Science');
  await page.getByRole('button', { name: 'Close' }).click();
  const reader = await page.context().newPage();
  await reader.goto('/');
  const before = await parts(reader);
  expect(before[0]).toBe('picks');

  await page.getByRole('button', { name: 'Save front page' }).click();
  await expect(page.getByText('Front page saved').first()).toBeVisible();
  await reader.reload();
  const after = await parts(reader);
  expect(after.slice(0, 2)).toEqual(['section-science', 'recent']);
  expect(after.filter((id) => id === 'section-science')).toHaveLength(1);
  expect(after).not.toContain('picks');
  await expect(reader.locator('section.home-strip[aria-labelledby=section-science]')).toBeVisible();

  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog').getByText(/Section science, Most Recent/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to the first settings' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
  await expect(page.getByText('Settings restored').first()).toBeVisible();
  await reader.reload();
  expect(await parts(reader)).toEqual(before);
  expect(quietConsole).toEqual([]);
});

test('a banner stands above home until its end, and leads where it says', async ({ page, quietConsole }) => {
  await open(page, '/admin/front-page');
  await expect(page.getByText('There is no banner now.')).toBeVisible();
  await page.getByLabel('Text').fill('The <b>bridge</b> is closed');
  await page.getByLabel('Link').fill('javascript:alert(1)');
  await page.getByLabel('Ends').fill('2020-01-01T10:00');
  await page.getByRole('button', { name: 'Save front page' }).click();
  await expect(page.getByText('Enter an address that begins with / or https://, or none.').first()).toBeVisible();
  await page.getByLabel('Link').fill('/category/tech');
  await page.getByRole('button', { name: 'Save front page' }).click();
  await expect(page.getByText('The end of the banner lies in the past. Choose a later one.').first()).toBeVisible();
  await expect(page.getByLabel('Text')).toHaveValue('The <b>bridge</b> is closed');
  await page.getByRole('button', { name: 'Ends in 1 hour' }).click();
  await page.getByRole('button', { name: 'Save front page' }).click();
  await expect(page.getByText(/is shown until/)).toBeVisible();

  const reader = await page.context().newPage();
  await reader.goto('/');
  const banner = reader.getByRole('complementary', { name: 'Breaking' });
  await expect(banner).toContainText('Breaking');
  await expectAccessible(reader);
  await banner.getByRole('link', { name: 'The <b>bridge</b> is closed' }).click();
  await expect(reader).toHaveURL(/category\/tech/);
  await expect(banner).toHaveCount(0);

  await page.getByRole('button', { name: 'Remove the banner' }).click();
  await page.getByRole('button', { name: 'Save front page' }).click();
  await expect(page.getByText('There is no banner now.')).toBeVisible();
  await reader.goto('/');
  await expect(banner).toHaveCount(0);
  expect(quietConsole.filter((line) => !/422|Enter an address|The end of the banner/.test(line))).toEqual([]);
});

test('what somebody else saved meanwhile is told, and the order that was made stays', async ({ page }) => {
  await open(page, '/admin/front-page');
  await page.getByRole('button', { name: 'Move down: Most Recent' }).click();
  const other = await page.context().newPage();
  await other.goto('/admin/settings');
  await other.getByRole('textbox', { name: 'Tagline' }).fill('Light for all.');
  await other.getByRole('button', { name: 'Save settings' }).click();
  await expect(other.getByText('Settings saved').first()).toBeVisible();
  await page.getByRole('button', { name: 'Save front page' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody else saved' }).first()).toBeVisible();
  await expect(blocks(page).nth(2)).toContainText('Most Recent');
  await page.getByRole('button', { name: 'Save front page' }).click();
  await expect(page.getByText('Front page saved').first()).toBeVisible();
});

test('the front page screen looks good', async ({ page }) => {
  await open(page, '/admin/front-page');
  await add(page, 'Science');
  await expectGoodLooks(page);
});
