import { png } from './support/files.ts';
import { openForm, write } from './support/staff.ts';
import { demoAdmin, expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

// A newsroom that tries the system on its own network opens it by plain http and a name or number, where browsers leave parts of their API out.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP newsroom.test 127.0.0.1'],
    }),
  // Passwords of the demo are good from other machines where somebody said so.
  serverEnv: { MWANGA_ENV: 'development' },
  baseURL: async ({ demo }, use) => use(demo.url.replace('127.0.0.1', 'newsroom.test')),
});

test('the admin area works by plain http on a local network', async ({ page, quietConsole }) => {
  await page.goto('/admin-auth');
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  await page.getByLabel('Email').fill(demoAdmin.email);
  await page.getByLabel('Password', { exact: false }).first().fill(demoAdmin.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
  await openForm(page);
  await page.getByLabel('Title').fill('A post from the next room');
  await write(page, 'Written by plain http.');
  await page
    .getByLabel('Choose images and videos, or drop them here')
    .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: png(64, 40, [210, 120, 40]) });
  await page.getByRole('button', { name: 'Upload All' }).click();
  await toast(page, 'lamp.png uploaded successfully!');
  await page.getByLabel('Category').selectOption({ label: 'Science' });
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Post created successfully!');

  await page.goto('/admin/media');
  await page
    .getByRole('button', { name: /lamp\.png/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Copy address' }).click();
  await toast(page, 'Address copied');

  await page.goto('/admin/newsletter');
  await expect(page.getByRole('heading', { name: 'Newsletter', level: 1 })).toBeVisible();
  // The browser says that one of our headers means nothing here.
  expect(quietConsole.filter((message) => !message.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
});
