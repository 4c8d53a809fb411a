import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectGoodLooks } from './support/looks.ts';
import { open, openAdministration, signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const menus = ['Category bar', 'Side menu', 'Services', 'Footer'];

/** Presses a button as somebody without a mouse. */
async function press(page: Page, name: string | RegExp) {
  await page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .focus();
  await page.keyboard.press('Enter');
}

/** Shows a menu by the keys of the tab list. */
async function show(page: Page, menu: string) {
  await page.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('Home');
  for (const [at, name] of menus.entries()) {
    if (at > 0) await page.keyboard.press('ArrowRight');
    const tab = page.getByRole('tab', { name });
    await expect(tab).toBeFocused();
    if (name === menu) return expect(tab).toHaveAttribute('aria-selected', 'true');
  }
}

async function addLink(page: Page, to: string, address: string, label: string) {
  await press(page, `Add an entry to ${to}`);
  const dialog = page.getByRole('dialog', { name: 'Add an entry' });
  await dialog.getByLabel('It leads to').selectOption('link');
  await dialog.getByLabel('Address').fill(address);
  await dialog.getByLabel('Label').fill(label);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

async function save(page: Page) {
  await press(page, 'Save navigation');
  await expect(page.getByText('Navigation saved').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save navigation' })).toBeDisabled();
}

const texts = (page: Page, list: string) =>
  page
    .getByRole('list', { name: list, exact: true })
    .getByRole('button', { name: /^Change / })
    .allTextContents();

test('all four menus are edited by keyboard, and a reader has them on a desk and on a phone', async ({
  page,
  browser,
  baseURL,
  quietConsole,
}) => {
  await signIn(page);
  await openAdministration(page, 'Navigation');
  await expect(page.getByRole('heading', { level: 1, name: 'Navigation' })).toBeVisible();

  // The bar: Tech goes to the front, Deals leaves, a link comes.
  await press(page, 'Move up: Tech');
  await expect(page.getByRole('button', { name: 'Move up: Tech' })).toBeFocused();
  await expect(page.getByText('Tech is now 1 of 12.')).toBeAttached();
  await press(page, 'Remove: Deals');
  await addLink(page, 'Category bar', '/about', 'Who we are');
  expect((await texts(page, 'Category bar')).at(-1)).toContain('Who we are');

  await show(page, 'Side menu');
  await page.getByRole('textbox', { name: 'Title' }).first().fill('Sections');
  await press(page, 'Move down: Sections');
  await press(page, /^Change Advertise/);
  await page.getByRole('dialog').getByLabel('Label').fill('Work with us');
  await page.getByRole('dialog').getByLabel('Group').selectOption('Sections');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).press('Enter');

  await show(page, 'Services');
  await press(page, 'Remove: Financial services');

  await show(page, 'Footer');
  await press(page, 'Remove: {brand} Consultancy');
  await press(page, 'Add a group');
  await page.getByRole('textbox', { name: 'Title' }).last().fill('Elsewhere');
  await addLink(page, 'Entries of Elsewhere', 'mailto:desk@example.com', 'Tip line');
  await press(page, 'Preview');
  const frame = page.frameLocator('iframe[title="Preview of the publication"]');
  await expect(frame.getByRole('contentinfo').getByRole('link', { name: 'Tip line' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await save(page);

  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const context = await browser.newContext({ baseURL, viewport });
    const reader = await context.newPage();
    await reader.goto('/category/tech');
    const bar = reader.getByRole('navigation', { name: 'Categories', includeHidden: true });
    const links = await bar.locator('a').allTextContents();
    expect([links[0], links.at(-1), links.includes('Deals')]).toEqual(['Tech', 'Who we are', false]);
    await reader.getByRole('button', { name: 'Menu' }).click();
    const menu = reader.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('navigation').nth(0)).toHaveAccessibleName('More');
    const sections = menu.getByRole('navigation', { name: 'Sections' });
    await expect(sections.getByRole('link', { name: 'Work with us' })).toHaveAttribute('href', '/category/advertise');
    await expect(menu.getByRole('navigation', { name: 'Services' }).getByRole('link')).toHaveCount(14);
    await reader.keyboard.press('Escape');
    const footer = reader.getByRole('contentinfo');
    await expect(footer.getByRole('navigation', { name: 'Elsewhere' }).getByRole('link')).toHaveAttribute(
      'href',
      'mailto:desk@example.com',
    );
    await expect(footer.getByText('Consultancy')).toHaveCount(0);
    await expectAccessible(reader);
    await context.close();
  }

  // And back.
  for (const menu of menus) {
    await show(page, menu);
    await press(page, 'Back to the default');
  }
  await save(page);
  await expect(page.getByRole('button', { name: 'Back to the default' })).toHaveCount(0);
  expect(quietConsole).toEqual([]);
});

test('what is refused is told at its entry, what somebody else saved is told, and nothing typed is lost', async ({
  page,
}) => {
  await open(page, '/admin/navigation');
  await press(page, 'Add an entry to Category bar');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('Choose a category.')).toBeVisible();
  await page.keyboard.press('Escape');
  await addLink(page, 'Category bar', 'javascript:alert(1)', 'Evil');
  await page.getByRole('button', { name: 'Save navigation' }).click();
  const list = page.getByRole('list', { name: 'Category bar', exact: true });
  await expect(list.getByText('Entry 13, “Evil”: a link is a path')).toBeVisible();
  await expect(page.getByRole('tab', { name: /Category bar.*refused/ })).toBeVisible();
  await press(page, /^Change Evil/);
  await expect(page.getByRole('dialog').getByLabel('Address')).toHaveValue('javascript:alert(1)');
  await page.getByRole('dialog').getByLabel('Address').fill('/about');
  await page.keyboard.press('Enter');

  const other = await page.context().newPage();
  await other.goto('/admin/navigation');
  await press(other, 'Remove: Tech');
  await save(other);
  await page.getByRole('button', { name: 'Save navigation' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody else saved' })).toBeVisible();
  expect((await texts(page, 'Category bar')).at(-1)).toContain('Evil');
  // Leaving asks first.
  await page.getByRole('link', { name: 'Settings' }).last().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await save(page);
});

test('entries are dragged with the mouse and with a finger', async ({ page, browser, baseURL }) => {
  await open(page, '/admin/navigation');
  await show(page, 'Services');
  const rows = page.getByRole('list', { name: 'Services', exact: true }).getByRole('listitem');
  const [first, third] = [await rows.nth(0).boundingBox(), await rows.nth(2).boundingBox()];
  if (!first || !third) throw new Error('no rows');
  await page.mouse.move(first.x + 18, first.y + first.height / 2);
  await page.mouse.down();
  await page.mouse.move(first.x + 18, third.y + third.height - 4, { steps: 8 });
  await page.mouse.up();
  await expect(rows.nth(2)).toContainText('IT consulting');
  await expect(rows.nth(0)).toContainText('Software and web development');

  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await page.context().storageState(),
  });
  const phone = await context.newPage();
  await phone.goto('/admin/navigation');
  const own = phone.getByRole('list', { name: 'Category bar', exact: true }).getByRole('listitem');
  await expect(own.first()).toBeVisible();
  // Clear of the bar at the end of the screen.
  await own.first().evaluate((row) => row.scrollIntoView({ block: 'center' }));
  const [top, second] = [await own.nth(0).boundingBox(), await own.nth(1).boundingBox()];
  if (!top || !second) throw new Error('no rows');
  const touch = await context.newCDPSession(phone);
  const at = (y: number) => [{ x: top.x + 18, y }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(top.y + 24) });
  for (let step = 1; step <= 6; step += 1) {
    const y = top.y + 24 + (step / 6) * (second.y - top.y + 8);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(y) });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(own.nth(1)).toContainText('Latest News');
  await context.close();
});

test('the screen looks good', async ({ page }) => {
  await open(page, '/admin/navigation');
  for (const menu of ['Category bar', 'Footer']) {
    await show(page, menu);
    await expectGoodLooks(page, menu);
  }
  await press(page, /^Add an entry/);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectGoodLooks(page, 'a new entry');
});
