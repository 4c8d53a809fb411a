import type { Page } from '@playwright/test';
import { hold } from './support/hold.ts';
import { expectGoodLooks } from './support/looks.ts';
import { mailedLink } from './support/mails.ts';
import { newAddress, openAsNewReader, openAsReader, ours, stored } from './support/readers.ts';
import { open, openAdministration, openAs, signIn } from './support/staff.ts';
import { demoAdmin, expect, test } from './support/test.ts';

const secret = 'a lamp in the newsroom';

async function openStaff(page: Page): Promise<void> {
  await open(page, '/admin/staff');
  await expect(page.getByRole('heading', { name: 'Newsroom' })).toBeVisible();
}

async function invite(page: Page, email: string, role: 'Editor' | 'Administrator'): Promise<void> {
  const form = page.getByRole('region', { name: 'Invite somebody' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Role').selectOption({ label: role });
  await form.getByRole('button', { name: 'Send invite' }).click();
  await expect(page.getByRole('region', { name: 'Open invites' }).getByText(email, { exact: true })).toBeVisible();
}

async function accept(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').first().fill(secret);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
}

test('somebody is invited, joins, becomes administrator, and is removed', async ({
  page,
  browser,
  demo,
  quietConsole,
}) => {
  const email = newAddress('zuri');
  await signIn(page);
  await openAdministration(page, 'Staff');
  await invite(page, email, 'Editor');
  const link = await mailedLink(demo.dataDir, email, '/admin-auth');
  expect(link.startsWith(`${demo.url}/admin-auth?code=`)).toBe(true);

  const theirs = await browser.newPage({ baseURL: demo.url });
  await theirs.goto(link);
  await expect(theirs.getByLabel('Set-up code')).toHaveCount(0);
  await accept(theirs, 'other@example.com');
  await expect(theirs.getByText('The invite was sent to another address. Use that one.').first()).toBeVisible();
  await expect(theirs.getByLabel('Password').first()).toHaveValue(secret);
  await accept(theirs, email);
  await expect(theirs.getByRole('heading', { name: 'All Posts' })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Staff' })).toHaveCount(0);

  // The link works once.
  const late = await browser.newPage({ baseURL: demo.url });
  await late.goto(link);
  await accept(late, email);
  await expect(late.getByRole('alert').getByText('This link is no longer valid. Ask for a new one.')).toBeVisible();
  await late.close();

  await page.reload();
  await expect(page.getByRole('region', { name: 'Open invites' }).getByText(email, { exact: true })).toHaveCount(0);
  await page.getByLabel(`Role of ${email}`).selectOption({ label: 'Administrator' });
  await expect(page.getByText('Role changed.')).toBeVisible();
  // Another role ends their sessions: their next call takes them to sign in.
  await theirs.goto('/admin');
  await expect(theirs).toHaveURL(/\/admin-auth$/);
  await openAs(theirs, { email, password: secret }, '/admin/staff');
  await expect(theirs.getByText('You', { exact: true })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: `Remove ${email}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Remove ${email} from the newsroom?`);
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 'a long address breaks').toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel(`Role of ${email}`)).toBeVisible();
  await page.getByRole('button', { name: `Remove ${email}` }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Removed from the newsroom.')).toBeVisible();
  await expect(page.getByLabel(`Role of ${email}`)).toHaveCount(0);
  await theirs.goto('/admin');
  await expect(theirs).toHaveURL(/\/admin-auth$/);
  // A reader's account is left.
  await openAsReader(theirs, email, '/manage-account', secret);
  await expect(theirs.getByText('This browser')).toBeVisible();
  await theirs.close();
  expect(ours(quietConsole)).toEqual([]);
});

test('the last administrator cannot go, and the words say why', async ({ page }) => {
  await openStaff(page);
  const own = page.getByLabel(`Role of ${demoAdmin.email}`);
  await own.selectOption({ label: 'Editor' });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('You are signed out at once');
  await dialog.getByRole('button', { name: 'Become an editor' }).click();
  await expect(
    page.getByText('There has to be one administrator. Make somebody else administrator first.'),
  ).toBeVisible();
  await expect(own).toHaveValue('admin');
  await page.getByRole('button', { name: `Remove ${demoAdmin.email}` }).click();
  // The same words may still stand there from before.
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  expect((await refused).status()).toBe(409);
  await expect(page.getByText('There has to be one administrator.').last()).toBeVisible();
  await expect(own).toBeVisible();

  await page.goto('/manage-account');
  const part = page.getByRole('region', { name: 'Delete account' });
  await part.getByRole('button', { name: 'Delete account' }).click();
  await part.getByLabel('Password', { exact: true }).fill(demoAdmin.password);
  await part.getByRole('button', { name: 'Delete my account' }).click();
  await expect(part.getByRole('alert')).toHaveText(
    'There has to be one administrator. Make somebody else administrator first.',
  );
});

test('invites are checked, and can be withdrawn', async ({ page, demo, browser }) => {
  await openStaff(page);
  const form = page.getByRole('region', { name: 'Invite somebody' });
  await form.getByRole('button', { name: 'Send invite' }).click();
  await expect(form.getByText('Email is required')).toBeVisible();
  await form.getByLabel('Email').fill('nobody');
  await form.getByRole('button', { name: 'Send invite' }).click();
  await expect(form.getByText('Enter a full e-mail address')).toBeVisible();
  await form.getByLabel('Email').fill('editor@example.com');
  await form.getByRole('button', { name: 'Send invite' }).click();
  await expect(form.getByText('There is an account with this e-mail address already.')).toBeVisible();
  await expect(form.getByLabel('Email')).toHaveValue('editor@example.com');

  const email = newAddress('late');
  await invite(page, email, 'Administrator');
  const link = await mailedLink(demo.dataDir, email, '/admin-auth');
  await page.getByRole('button', { name: `Withdraw the invite to ${email}` }).click();
  await expect(page.getByText('Invite withdrawn.')).toBeVisible();
  const theirs = await browser.newPage({ baseURL: demo.url });
  await theirs.goto(link);
  await accept(theirs, email);
  await expect(theirs.getByRole('alert').getByText('This link is no longer valid. Ask for a new one.')).toBeVisible();
  await theirs.close();
});

test('a reader who is invited accepts while signed in', async ({ page, browser, demo }) => {
  const email = newAddress('promoted');
  const theirs = await browser.newPage({ baseURL: demo.url });
  await openAsNewReader(theirs, '/about', email);
  await openStaff(page);
  await invite(page, email, 'Editor');
  await theirs.goto(await mailedLink(demo.dataDir, email, '/admin-auth'));
  await accept(theirs, email);
  await expect(theirs.getByRole('heading', { name: 'All Posts' })).toBeVisible();
  expect(await stored(theirs, 'admin_token')).toBeTruthy();
  await theirs.close();
});

test('registering without a code, or with a wrong one, is closed', async ({ page }) => {
  await page.goto('/admin-auth');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await accept(page, 'stranger@example.com');
  await expect(page.getByRole('alert')).toHaveText('Admin registration is closed. Ask an administrator for an invite.');
  await page.getByLabel('Invite code').fill('not-a-code');
  // The same words stand there already.
  const refused = page.waitForResponse('**/api/auth/admin/register');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  expect((await refused).status()).toBe(403);
  await expect(page.getByRole('alert')).toHaveText('Admin registration is closed. Ask an administrator for an invite.');
  await expect(page.getByLabel('Email')).toHaveValue('stranger@example.com');
  const { held, release } = hold();
  await page.route('**/api/auth/admin/register', async (route) => {
    await held;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  release();
  await expect(page.getByRole('alert')).toHaveText('Something went wrong');
});

test('unsaved work is not lost on the way to the settings', async ({ page }) => {
  await signIn(page);
  await page.getByLabel('Title').fill('Half a thought');
  await page.getByRole('link', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Leave without saving?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
  await page.getByRole('link', { name: 'Settings' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('the screens of staff look good', async ({ page, quietConsole }) => {
  await page.goto('/admin-auth?code=x');
  await expect(page.getByLabel('Invite code')).toHaveValue('x');
  await expectGoodLooks(page);
  await openStaff(page);
  await invite(page, newAddress('looked-at'), 'Editor');
  await expect(page.getByText('Invite sent.')).toBeHidden();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: `Remove ${demoAdmin.email}` }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectGoodLooks(page, 'the question before a removal');
  expect(quietConsole).toEqual([]);
});
