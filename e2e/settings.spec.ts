import type { Page } from '@playwright/test';
import { expectGoodLooks } from './support/looks.ts';
import { open, signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';

/** A red square of one pixel. */
const sign = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections of the settings' }).getByRole('link', { name }).click();

test('an administrator makes the publication another one, sees it first, and takes it back', async ({
  page,
  quietConsole,
}) => {
  await signIn(page);
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: false }).first().fill('Nuru Times');
  await section(page, 'Look');
  await page.getByRole('textbox', { name: 'Accent colour' }).fill('#ffff00');
  await section(page, 'Name, not saved');
  // Nothing typed is lost; one button saves all of it, and the section with what is wrong comes forward.
  await expect(page.getByRole('textbox', { name: 'Name', exact: false }).first()).toHaveValue('Nuru Times');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page).toHaveURL(/\?section=look$/);
  await expect(page.getByText('In the light theme this reaches').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Accent colour' }).fill('#0b5fa5');
  await page.getByRole('combobox', { name: 'Typefaces' }).selectOption('fraunces');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture for Icon', exact: true }).click();
  await (await chooser).setFiles({ name: 'sign.png', mimeType: 'image/png', buffer: sign });
  await expect(page.getByRole('img', { name: 'Icon now' })).toBeVisible();

  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe[title="Preview of the publication"]');
  await expect(frame.getByRole('link', { name: 'Nuru Times, front page' })).toBeVisible();
  await page.getByRole('button', { name: 'An e-mail' }).click();
  await expect(frame.getByRole('link', { name: 'Nuru Times' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
  const reader = await page.context().newPage();
  await reader.goto('/');
  await expect(reader).toHaveTitle(/Nuru Times/);
  await expect(reader.locator('html')).toHaveAttribute('data-typefaces', 'fraunces');
  await expect(reader.locator('header img.logo-mark.light-only')).toBeVisible();
  await expect(reader.getByText('Mwanga', { exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog').getByText('Mwanga')).toHaveCount(0);
  await expect(page.getByRole('dialog').getByText('admin@example.com')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the first settings' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
  await expect(page.getByText('Settings restored').first()).toBeVisible();
  await reader.reload();
  await expect(reader).toHaveTitle(/Mwanga/);
  // The refused colour is logged, and nothing else.
  expect(quietConsole.filter((line) => !/422|In the light theme/.test(line))).toEqual([]);
});

test('what somebody else saved meanwhile is told, and what was typed stays', async ({ page }) => {
  await open(page, '/admin/settings');
  await page.getByRole('textbox', { name: 'Tagline' }).fill('Light for all.');
  const other = await page.context().newPage();
  await other.goto('/admin/settings?section=contact');
  await other.getByRole('textbox', { name: 'Last line of every page' }).fill('{brand}, Mombasa');
  await other.getByRole('button', { name: 'Save settings' }).click();
  await expect(other.getByText('Settings saved').first()).toBeVisible();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody else saved' }).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Tagline' })).toHaveValue('Light for all.');
  await section(page, 'Contact');
  await expect(page.getByRole('textbox', { name: 'Last line of every page' })).toHaveValue('{brand}, Mombasa');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
});

test('posts of the welcome e-mail are found by the beginning of their title, and kept by their addresses', async ({
  page,
}) => {
  await open(page, '/admin/settings?section=newsletter');
  const first = page.getByRole('combobox', { name: 'Posts of the welcome e-mail' });
  await first.pressSequentially('What an invoice');
  const found = page.locator('datalist option', { hasText: 'What an invoice needs so that somebody pays it' });
  await expect(found).toHaveCount(1);
  const slug = (await found.getAttribute('value')) ?? '';
  await first.fill(slug);
  await page.getByRole('combobox', { name: 'Second post of the welcome e-mail' }).fill('no-such-post');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('no-such-post: choose a published post').first()).toBeVisible();
  await page
    .getByRole('combobox', { name: 'Second post of the welcome e-mail' })
    .fill(`https://news.example/post/slug/${slug}`);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
  await expect(first).toHaveValue(slug);
  await expect(page.getByRole('combobox', { name: 'Second post of the welcome e-mail' })).toHaveValue('');
});

test('each section of the settings is short, and looks good', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, '/admin/settings');
  for (const id of ['name', 'look', 'contact', 'newsletter', 'machines', 'posts']) {
    await page.goto(`/admin/settings?section=${id}`);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Save settings' })).toHaveCount(1);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(() => document.documentElement.scrollHeight), `${id} ${width}`).toBeLessThan(2_000);
    }
    await expectGoodLooks(page, id);
  }
});

test('on a phone a menu leads to each screen, and the tab of a screen of administrators is in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  for (const path of ['/admin/settings', '/admin/backups']) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Administration' }).locator('[aria-current]')).toBeInViewport({
      ratio: 0.9,
    });
    const menu = page.getByRole('navigation', { name: 'Admin area' });
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu.locator('[aria-current]')).toBeInViewport({ ratio: 0.9 });
    await expect(menu.getByRole('link', { name: 'Analytics' })).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Calendar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Admin area' })).toBeHidden();
});

test('a save without a network says so, keeps what was typed, and is not made later by itself', async ({
  page,
  context,
}) => {
  await open(page, '/admin/settings');
  const tagline = page.getByRole('textbox', { name: 'Tagline' });
  const before = await tagline.inputValue();
  await tagline.fill('Typed on a train');
  await context.setOffline(true);
  const save = page.getByRole('button', { name: 'Save settings' });
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: 'network' })).toBeVisible();
  await expect(tagline).toHaveValue('Typed on a train');
  await context.setOffline(false);
  const stored = async () => (await (await context.request.get('/api/site')).json()).tagline;
  expect(await stored()).toBe(before);
  await save.click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
  expect(await stored()).toBe('Typed on a train');
  await tagline.fill(before);
  await save.click();
  await expect.poll(stored).toBe(before);
});
