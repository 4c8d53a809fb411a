import { phone } from './support/looks.ts';
import {
  expectSentToSignIn,
  logIn,
  newAddress,
  openAsNewReader,
  openAsReader,
  ours,
  password,
  registered,
  stored,
  tokenOf,
} from './support/readers.ts';
import { demoEditor, open, signIn } from './support/staff.ts';
import { demoAdmin, expect, test } from './support/test.ts';

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const home = /^http:\/\/[^/]+\/$/;

test('sign-in screens send those on who are signed in', async ({ page }) => {
  await openAsNewReader(page, '/about');
  for (const path of ['/auth/login', '/auth/register', '/login', '/admin-auth']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(home);
  }
  // A reader is nobody in the admin area.
  await page.goto('/admin');
  await expect(page).toHaveURL(home);

  await page.evaluate(() => localStorage.clear());
  await open(page, '/admin-auth');
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto('/auth/login');
  await expect(page).toHaveURL(home);
});

test('the account page sends a stranger to sign in, and signing in leads home', async ({ page, request }) => {
  const { email } = await registered(request);
  await page.goto('/manage-account');
  await expect(page).toHaveURL(/\/auth\/login$/);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(home);
});

test('strangers are asked to sign in, which leads staff to the posts, whatever they came for', async ({ page }) => {
  await page.setViewportSize(phone);
  for (const path of ['/admin-subscriptions', '/admin/email-logs', '/admin/staff']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/admin-auth$/);
  }
  await page.getByLabel('Email').fill(demoAdmin.email);
  await page.getByLabel('Password').first().fill(demoAdmin.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('what cannot be decoded is removed at start, on public pages and in the admin area', async ({
  page,
  quietConsole,
}) => {
  await page.goto('/about');
  await page.evaluate(() => {
    localStorage.setItem('token', 'nonsense');
    localStorage.setItem('admin_token', 'a.b.c');
  });
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Join/Login' })).toBeVisible();
  await expect.poll(() => stored(page, 'token')).toBeNull();
  expect(await stored(page, 'admin_token')).toBeNull();
  expect(quietConsole).toEqual(['error: Invalid token format', 'error: Invalid token format']);

  await page.evaluate(() => localStorage.setItem('admin_token', 'nonsense'));
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin-auth$/);
  expect(await stored(page, 'admin_token')).toBeNull();
  expect(quietConsole.filter((message) => message === 'error: Invalid token format')).toHaveLength(3);
});

test('the token states of admin routes: past its time, malformed, of no administrator', async ({ page }) => {
  await page.goto('/about');
  await page.evaluate(
    (token) => localStorage.setItem('admin_token', token),
    tokenOf({ sub: '1', exp: 1, is_admin: true, role: 'admin' }),
  );
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin-auth$/);
  expect(await stored(page, 'admin_token')).toBeNull();

  await page.evaluate(
    (token) => localStorage.setItem('admin_token', token),
    tokenOf({ sub: '1', exp: inAnHour(), is_admin: false, role: 'reader' }),
  );
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/auth\/login$/);
});

test('a token that only claims to be an administrator paints a screen and gets no byte of data', async ({ page }) => {
  await page.goto('/about');
  await page.evaluate(
    (token) => localStorage.setItem('admin_token', token),
    tokenOf({ sub: '1', email: 'x@example.com', exp: inAnHour(), is_admin: true, role: 'admin' }),
  );
  const answers: number[] = [];
  page.on('response', (response) => response.url().includes('/api/admin/') && answers.push(response.status()));
  await page.goto('/admin/staff');
  await expect(page).toHaveURL(/\/admin-auth$/);
  expect(await stored(page, 'admin_token')).toBeNull();
  expect(new Set(answers)).toEqual(new Set([401]));
});

test('an answer with "expired" or "token" clears both slots and goes to sign in; other 401s do not', async ({
  page,
}) => {
  const { email } = await openAsNewReader(page, '/manage-account');
  await expect(page.getByText('This browser')).toBeVisible();
  const out = page.getByRole('button', { name: 'Mail the link again' });
  await page.route('**/api/auth/resend-verification', (route) =>
    route.fulfill({ status: 401, json: { error: 'Please sign in.', code: 'auth.required' } }),
  );
  await out.click();
  await expect(page.getByText('Please sign in.')).toBeVisible();
  expect(await stored(page, 'token')).toBeTruthy();

  for (const words of ['Your session has EXPIRED.', 'Bad Token.']) {
    await page.unroute('**/api/auth/resend-verification');
    await page.route('**/api/auth/resend-verification', (route) =>
      route.fulfill({ status: 400, json: { error: words, code: 'any.code' } }),
    );
    // The refresh that is tried first: only its 401 ends the session.
    await page.route('**/api/auth/refresh', (route) =>
      route.fulfill({ status: 401, json: { error: 'Please sign in.', code: 'auth.required' } }),
    );
    await page.evaluate(() => localStorage.setItem('admin_token', localStorage.getItem('token') ?? ''));
    await out.click();
    await expectSentToSignIn(page);
    expect([await stored(page, 'token'), await stored(page, 'admin_token')]).toEqual([null, null]);
    await page.unroute('**/api/auth/refresh');
    await openAsReader(page, email, '/manage-account');
    await expect(out).toBeVisible();
  }
});

test('a token past its time is renewed by the cookie, once, and nobody notices', async ({ page, quietConsole }) => {
  await openAsNewReader(page, '/about');
  const old = await page.evaluate(() => {
    const [head, body, signature] = (localStorage.getItem('token') ?? '').split('.');
    const claims = JSON.parse(atob((body ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    const late = `${head}.${btoa(JSON.stringify({ ...claims, exp: 1 })).replaceAll('=', '')}.${signature}`;
    localStorage.setItem('token', late);
    return late;
  });
  let refreshes = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/auth/refresh')) refreshes++;
  });
  await page.goto('/manage-account');
  await expect(page.getByText('This browser')).toBeVisible();
  expect(refreshes).toBe(1);
  expect(await stored(page, 'token')).not.toBe(old);
  expect(ours(quietConsole)).toEqual([]);
});

test('a refresh without a clear answer ends nothing', async ({ page }) => {
  const { email } = await openAsNewReader(page, '/about');
  const late = tokenOf({ sub: '1', exp: 1 });
  await page.evaluate((token) => localStorage.setItem('token', token), late);
  await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, body: 'busy' }));
  await page.goto('/manage-account');
  await expect(page.getByText('Your account could not be loaded.')).toBeVisible();
  await expect(page).toHaveURL(/\/manage-account$/);
  expect(await stored(page, 'token')).toBe(late);
  await page.unroute('**/api/auth/refresh');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByText(email).first()).toBeVisible();
});

test('signing out in one tab ends the other', async ({ page, context }) => {
  await openAsNewReader(page, '/manage-account');
  await expect(page.getByText('This browser')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/manage-account');
  await other.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await other.close();
});

test('staff who sign in as readers do are readers', async ({ page }) => {
  await logIn(page, demoAdmin.email, demoAdmin.password);
  expect(await stored(page, 'admin_token')).toBeNull();
  const token = await stored(page, 'token');
  const refused = await page.request.get('/api/admin/staff', { headers: { authorization: `Bearer ${token}` } });
  expect(refused.status()).toBe(403);
  await page.goto('/manage-account');
  await expect(page.getByRole('main').getByText(demoAdmin.email).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Admin area' })).toHaveCount(0);
  await page.goto('/admin');
  await expect(page).toHaveURL(home);
});

test('an editor has no link to what is for administrators, and reads whose it is', async ({ page, quietConsole }) => {
  await signIn(page, demoEditor);
  // Nobody is led to set-up in the demo.
  for (const name of ['Settings', 'Staff', 'Backups', 'Health', 'Go on with set-up'])
    await expect(page.getByRole('link', { name }), name).toHaveCount(0);
  const screens = ['backups', 'doctor', 'front-page', 'navigation', 'settings', 'set-up', 'staff'];
  for (const screen of screens) {
    await page.goto(`/admin/${screen}`);
    await expect(page.getByText('This is for administrators.'), screen).toBeVisible();
    for (const name of ['Make a backup', 'Check again', 'Save settings', 'Send invite'])
      await expect(page.getByRole('button', { name }), screen).toHaveCount(0);
    expect(await stored(page, 'admin_token')).toBeTruthy();
    await expect(page).toHaveURL(new RegExp(`/admin/${screen}$`));
  }
  // A 403 is only a line on the console.
  const said = quietConsole.filter((message) => message.startsWith('warning: 403'));
  expect(new Set(said)).toEqual(new Set(['warning: 403 auth.forbidden: This is for administrators.']));
});

test('too many wrong passwords are told to wait', async ({ page, request }) => {
  const { email } = await registered(request, newAddress('hasty'));
  for (let tried = 0; tried < 10; tried++)
    await request.post('/api/auth/login-user', { data: { email, password: 'wrong password' } });
  await page.goto('/auth/login');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('That was tried too often. Wait some minutes, then try again.');
});
