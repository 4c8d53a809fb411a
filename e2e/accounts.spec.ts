import { hold } from './support/hold.ts';
import { expectGoodLooks } from './support/looks.ts';
import { mailedLink } from './support/mails.ts';
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
} from './support/readers.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

test('a stranger registers, is signed in, confirms the address by a press, and signs out', async ({
  page,
  demo,
  quietConsole,
}) => {
  const email = newAddress('amina');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Join/Login' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/auth\/register$/);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await toast(page, 'Account created.');
  await expect(page).toHaveURL(`${demo.url}/`);
  await expect(page.getByRole('heading', { name: "Today's Picks" })).toBeVisible();
  expect(await stored(page, 'token')).toBeTruthy();
  expect(await stored(page, 'admin_token')).toBeNull();

  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\/manage-account$/);
  // The username is the part of the address before the @.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(email.split('@')[0] ?? '');
  await expect(page.getByText('Not confirmed yet')).toBeVisible();

  // Opening the link does nothing yet: programs that scan mail do that.
  const link = await mailedLink(demo.dataDir, email, '/auth/verify-email');
  expect(link.startsWith(`${demo.url}/`)).toBe(true);
  await page.goto(link);
  await page.waitForLoadState('networkidle');
  await page.goto('/manage-account');
  await expect(page.getByText('Not confirmed yet')).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('status').getByText('Your e-mail address is confirmed.')).toBeVisible();
  // Once more within a day says that it is done.
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible();
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();

  const token = await stored(page, 'token');
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('Goodbye! See you soon.')).toBeVisible();
  await expectSentToSignIn(page);
  expect(await stored(page, 'token')).toBeNull();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Join/Login' })).toBeVisible();
  const after = await page.request.get('/api/auth/profile', { headers: { authorization: `Bearer ${token}` } });
  expect(after.status()).toBe(401);
  expect(quietConsole).toEqual([]);
});

test('what is refused is said in words, and nothing typed is lost', async ({ page, request, quietConsole }) => {
  const { email } = await registered(request);
  await page.goto('/auth/login');
  const mail = page.getByLabel('E-mail', { exact: true });
  const secret = page.getByLabel('Password', { exact: true });
  const login = page.getByRole('button', { name: 'Login', exact: true });

  await login.click();
  expect(await mail.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
  await mail.fill('nobody');
  await login.click();
  expect(await mail.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);

  await mail.fill(email);
  await secret.fill('not the right one');
  await login.click();
  await expect(page.getByRole('alert')).toHaveText('E-mail or password is wrong.');
  await expect(mail).toHaveValue(email);
  await expect(secret).toHaveValue('not the right one');
  await expect(secret).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(secret).toHaveAttribute('type', 'text');

  // A server that cannot be reached has no words of its own.
  await page.route('**/api/auth/login-user', (route) => route.abort());
  await login.click();
  await expect(page.getByRole('alert')).toHaveText('Authentication failed');
  await page.unroute('**/api/auth/login-user');
  await page.route('**/api/auth/login-user', (route) => route.fulfill({ status: 502, body: '<html>' }));
  await login.click();
  await expect(page.getByRole('alert')).toHaveText('Authentication failed');

  // From one mode to the other without a document, and with what was typed.
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('alert')).toHaveText('');
  await expect(mail).toHaveValue(email);
  await expect(secret).toHaveValue('not the right one');
  await page.getByLabel('Username (optional)').fill('Amina');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('There is an account with this e-mail address already.');
  await mail.fill(newAddress());
  await secret.fill('short');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByText('Use at least 8 characters.').last()).toBeVisible();
  await expect(secret).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Username (optional)')).toHaveValue('Amina');
  expect(ours(quietConsole)).toEqual([]);
});

test('three social buttons, the two agreements, and no password in any address', async ({ page }) => {
  for (const path of ['/auth/login', '/auth/register']) {
    await page.goto(path);
    for (const [name, id] of [
      ['Google', 'google'],
      ['Facebook', 'facebook'],
      ['LinkedIn', 'linkedin'],
    ] as const) {
      await expect(page.getByRole('link', { name: `Continue with ${name}` })).toHaveAttribute(
        'href',
        `/api/auth/login/${id}`,
      );
    }
    await expect(page.getByRole('main').getByRole('link', { name: 'user agreement' })).toHaveAttribute(
      'href',
      '/user-agreement',
    );
    await expect(page.getByRole('main').getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
      'href',
      '/privacy-policy',
    );
    await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
  }
  // The form of a page whose script is not here yet sends nothing anywhere.
  expect(await page.locator('form[method=dialog]').count()).toBeGreaterThan(0);
});

test('a forgotten password: one answer for all, a link for one use, and every session ends', async ({
  page,
  request,
  browser,
  demo,
  quietConsole,
}) => {
  const { email, token } = await registered(request);
  const elsewhere = await browser.newPage({ baseURL: demo.url });
  await openAsReader(elsewhere, email, '/manage-account');

  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  for (const address of [newAddress('nobody'), email]) {
    await page.getByLabel('E-mail', { exact: true }).fill(address);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText("We've just sent you an email to reset your password.")).toBeVisible();
    await page.getByRole('button', { name: 'Send again' }).click();
  }
  const link = await mailedLink(demo.dataDir, email, '/auth/reset-password');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Use at least 8 characters.').last()).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('short');
  await page.getByLabel('New password').fill('another lamp, another window');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password is changed. Sign in with the new one.')).toBeVisible();

  expect((await request.get('/api/auth/profile', { headers: { authorization: `Bearer ${token}` } })).status()).toBe(
    401,
  );
  // The other browser finds out with its next call, and is taken to sign in.
  await elsewhere.goto('/manage-account');
  await expectSentToSignIn(elsewhere);
  expect(await stored(elsewhere, 'token')).toBeNull();
  await elsewhere.close();

  await page.goto(link);
  await page.getByLabel('New password').fill('a third lamp in a window');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Ask for a new one.');
  await page.getByRole('button', { name: 'Ask for a new link' }).click();
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
  await logIn(page, email, 'another lamp, another window');
  expect(ours(quietConsole)).toEqual([]);
});

test('the account page changes the name, mails the reset link, and signs other browsers out', async ({
  page,
  request,
  browser,
  demo,
  quietConsole,
}) => {
  const { email } = await registered(request);
  const phone = await browser.newPage({
    baseURL: demo.url,
    userAgent:
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  });
  await openAsReader(phone, email, '/manage-account');
  await openAsReader(page, email, '/manage-account');
  await expect(page.getByRole('main').getByText(email).first()).toBeVisible();

  const credentials = page.getByRole('region', { name: 'Credentials' });
  await credentials.getByRole('button', { name: 'Change username' }).click();
  await credentials.getByRole('textbox', { name: 'Username' }).fill('x'.repeat(60));
  await page.route('**/api/auth/profile', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await credentials.getByRole('button', { name: 'Save' }).click();
  await expect(credentials.getByRole('form', { name: 'Change username' }).getByRole('alert')).toHaveText(
    'Failed to save. Please try again.',
  );
  await expect(credentials.getByRole('textbox', { name: 'Username' })).toHaveValue('x'.repeat(60));
  await page.unroute('**/api/auth/profile');
  await credentials.getByRole('textbox', { name: 'Username' }).fill('Amina W.');
  await credentials.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Amina W.');
  await credentials.getByRole('button', { name: 'Mail the link again' }).click();
  await expect(credentials.getByText("We've just sent you an email to confirm your address.")).toBeVisible();

  const secret = page.getByRole('region', { name: 'Password' });
  await expect(secret.getByLabel('E-mail')).toHaveValue(email);
  await page.route('**/api/auth/change-password', (route) => route.abort());
  await secret.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Failed to send reset email.').first()).toBeVisible();
  await expect(secret.getByLabel('E-mail')).toHaveValue(email);
  await page.unroute('**/api/auth/change-password');
  await secret.getByRole('button', { name: 'Send Reset Link' }).click();
  await toast(page, 'Reset email sent.');
  await expect(secret.getByText("We've just sent you an email to reset your password.")).toBeVisible();
  await mailedLink(demo.dataDir, email, '/auth/reset-password');

  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByRole('listitem').first()).toContainText('This browser');
  await sessions.getByRole('button', { name: 'Sign out Chrome on Android' }).click();
  await toast(page, 'That browser is signed out.');
  await expect(sessions.getByText('Chrome on Android')).toHaveCount(0);
  await phone.goto('/manage-account');
  await expectSentToSignIn(phone);

  await openAsReader(phone, email, '/manage-account');
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
  await toast(page, 'You are signed out everywhere.');
  await expectSentToSignIn(page);
  await phone.goto('/manage-account');
  await expectSentToSignIn(phone);
  await phone.close();
  expect(ours(quietConsole)).toEqual([]);
});

test('a new password asks for the current one, and signs other browsers out', async ({
  page,
  request,
  browser,
  demo,
  quietConsole,
}) => {
  const { email } = await registered(request);
  const elsewhere = await browser.newPage({ baseURL: demo.url });
  await openAsReader(elsewhere, email, '/manage-account');
  await openAsReader(page, email, '/manage-account');
  const part = page.getByRole('region', { name: 'Password' });
  await part.getByRole('button', { name: 'I know the current one' }).click();
  await part.getByLabel('Current password').fill('not the right one');
  await part.getByLabel('New password').fill('another lamp, another window');
  await part.getByRole('button', { name: 'Save password' }).click();
  await expect(part.getByText('This password is wrong.')).toBeVisible();
  await expect(part.getByLabel('New password')).toHaveValue('another lamp, another window');
  await part.getByLabel('Current password').fill(password);
  await part.getByRole('button', { name: 'Save password' }).click();
  await expect(part.getByText('Your password is changed. Other browsers are signed out.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This browser')).toBeVisible();
  await elsewhere.goto('/manage-account');
  await expectSentToSignIn(elsewhere);
  await elsewhere.close();
  expect(ours(quietConsole)).toEqual([]);
});

test('an address that somebody else registered is its owner’s once they choose a password', async ({
  page,
  request,
  browser,
  demo,
  quietConsole,
}) => {
  const { email } = await registered(request);
  const registrant = await browser.newPage({ baseURL: demo.url });
  await openAsReader(registrant, email, '/manage-account');
  await page.goto(await mailedLink(demo.dataDir, email, '/auth/verify-email'));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('heading', { name: 'Make this account yours' })).toBeVisible();
  await expect(page.getByText(/An account with your address was opened as/)).toContainText(email.split('@')[0] ?? '');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Confirm and save password' }).click();
  await expect(page.getByText('Use at least 8 characters.').last()).toBeVisible();
  await page.getByLabel('New password').fill('the owner of this lamp');
  await page.getByRole('button', { name: 'Confirm and save password' }).click();
  await expect(page.getByRole('status').getByText('Your e-mail address is confirmed.')).toBeVisible();
  await registrant.goto('/manage-account');
  await expectSentToSignIn(registrant);
  await registrant.close();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await logIn(page, email, 'the owner of this lamp');
  await page.goto('/manage-account');
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  expect(ours(quietConsole)).toEqual([]);
});

test('signing out that fails says so and leaves the session', async ({ page }) => {
  await openAsNewReader(page, '/manage-account');
  await page.route('**/api/auth/logout', (route) => route.abort());
  const out = page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true });
  await out.click();
  await toast(page, 'Failed to logout.');
  expect(await stored(page, 'token')).toBeTruthy();
  await expect(out).toBeEnabled();
});

test('an account is deleted once its owner proves who they are', async ({ page, request, quietConsole }) => {
  const { email } = await openAsNewReader(page, '/manage-account');
  const part = page.getByRole('region', { name: 'Delete account' });
  await part.getByRole('button', { name: 'Delete account' }).click();
  await part.getByRole('button', { name: 'Keep it' }).click();
  await part.getByRole('button', { name: 'Delete account' }).click();
  await part.getByLabel('Password', { exact: true }).fill('not the right one');
  await part.getByRole('button', { name: 'Delete my account' }).click();
  await expect(part.getByText('This password is wrong.')).toBeVisible();
  await expect(part.getByLabel('Password', { exact: true })).toHaveValue('not the right one');
  expect(await stored(page, 'token')).toBeTruthy();
  await part.getByLabel('Password', { exact: true }).fill(password);
  await part.getByRole('button', { name: 'Delete my account' }).click();
  await toast(page, 'Your account is deleted.');
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/$/);
  expect(await stored(page, 'token')).toBeNull();
  const gone = await request.post('/api/auth/login-user', { data: { email, password } });
  expect(gone.status()).toBe(401);
  expect(ours(quietConsole)).toEqual([]);
});

test('the newsletter can be signed up for on the account page', async ({ page }) => {
  const { email } = await openAsNewReader(page, '/manage-account');
  const box = page.getByRole('region', { name: 'The newsletter' });
  await box.getByLabel('E-mail address').fill(email);
  await box.getByRole('button', { name: 'Subscribe' }).click();
  await expect(box.getByRole('button', { name: 'Subscribed' })).toBeDisabled();
});

test('the callback finishes a sign-in, and says what went wrong', async ({ page, request, quietConsole }) => {
  const { token } = await registered(request);
  let answer: { status: number; body: unknown } = { status: 200, body: { token, message: 'Logged in successfully!' } };
  const asked: string[] = [];
  let looked: Promise<void> | undefined;
  await page.route('**/api/auth/callback/**', async (route) => {
    asked.push(new URL(route.request().url()).pathname + new URL(route.request().url()).search);
    await looked;
    await route.fulfill({ status: answer.status, json: answer.body });
  });
  const goBack = () => page.goto('/auth/callback/google?code=c0de&state=st4te');

  for (const [status, body, title, words] of [
    [200, {}, 'Login failed', 'The answer was not complete.'],
    [
      409,
      { error: 'There is an account with this address. Sign in first.', code: 'account.sign_in_first' },
      'OAuth failed',
      'Sign in first.',
    ],
    [502, '<html>', 'OAuth failed', 'could not be finished'],
  ] as const) {
    answer = { status, body };
    await goBack();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main').getByText(words)).toBeVisible();
    expect(await stored(page, 'token')).toBeNull();
  }
  asked.length = 0;
  for (const [query, words] of [
    ['error=unavailable', 'is not set up here'],
    ['error=access_denied', 'was not allowed'],
    ['', 'could not be finished'],
  ]) {
    await page.goto(`/auth/callback/linkedin?${query}`);
    await expect(page.getByRole('heading', { level: 1, name: 'OAuth failed' })).toBeVisible();
    await expect(page.getByRole('main').getByText(words ?? '')).toBeVisible();
  }
  expect(asked).toEqual([]);
  expect(ours(quietConsole).filter((message) => !/ApiProblem|Error/.test(message))).toEqual([]);

  answer = { status: 200, body: { token, message: 'Logged in successfully!' } };
  const { held, release } = hold();
  looked = held;
  await goBack();
  await expect(page.getByRole('heading', { name: 'Completing login...' })).toBeVisible();
  release();
  await toast(page, 'Logged in successfully!');
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/$/);
  expect(await stored(page, 'token')).toBe(token);
  expect(asked).toEqual(['/api/auth/callback/google?code=c0de&state=st4te']);
});

test('mailed codes stay out of caches and referrers', async ({ request }) => {
  for (const path of [
    '/auth/reset-password?code=x',
    '/auth/verify-email?code=x',
    '/auth/callback/google?code=x',
    '/admin-auth?code=x',
  ]) {
    for (const round of [1, 2]) {
      const answer = await request.get(path);
      expect(
        [answer.headers()['cache-control'], answer.headers()['referrer-policy']],
        `${path}, round ${round}`,
      ).toEqual(['no-store', 'no-referrer']);
    }
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('no form pretends to work', async ({ page }) => {
    for (const path of [
      '/auth/login',
      '/auth/register',
      '/auth/reset-password',
      '/auth/verify-email',
      '/manage-account',
      '/auth/callback/google',
    ]) {
      await page.goto(path);
      await expect(page.getByText('needs JavaScript'), path).toBeVisible();
      await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    }
  });
});

test('the screens of accounts look good in each of their states', async ({ page, quietConsole }) => {
  for (const path of [
    '/auth/login',
    '/auth/register',
    '/auth/verify-email?code=x',
    '/auth/callback/google?error=unavailable',
    '/auth/reset-password',
    '/auth/reset-password?code=x',
  ]) {
    await page.goto(path);
    if (path.includes('error=')) await expect(page.getByRole('heading', { name: 'OAuth failed' })).toBeVisible();
    else
      await expect(
        page.getByRole('main').getByRole('textbox').or(page.getByRole('main').getByRole('button')).first(),
      ).toBeVisible();
    await expectGoodLooks(page, path);
  }
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expectGoodLooks(page, 'a reset that failed');
  await openAsNewReader(page, '/manage-account');
  await expect(page.getByText('This browser')).toBeVisible();
  await page.getByRole('button', { name: 'I know the current one' }).click();
  await page.getByRole('button', { name: 'Change username' }).click();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expectGoodLooks(page);
  expect(ours(quietConsole)).toEqual([]);
});
