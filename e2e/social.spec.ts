import { type APIRequestContext, type APIResponse, expect, type Page, test } from '@playwright/test';
import { loadsAlive } from './support/alive.ts';
import { type MockProvider, startMockProvider, startStrictProvider } from './support/identity-providers.ts';
import { type Server, startServer } from './support/server.ts';
import { notesToasts, toast } from './support/toasts.ts';

let provider: MockProvider;
let site: Server;

test.beforeAll(async () => {
  provider = await startMockProvider();
  site = await startServer({ env: provider.env });
});

test.afterAll(async () => {
  await site?.stop();
  await provider?.stop();
});

test.beforeEach(async ({ page }) => {
  loadsAlive(page);
  await notesToasts(page);
});

const once = { maxRedirects: 0 };

/** The whole way as a browser's requests go it, without the screen at its end: answers what that screen's call answers. */
async function signIn(browser: APIRequestContext, name: string): Promise<APIResponse> {
  const left = await browser.get(`${site.url}/api/auth/login/${name}`, once);
  expect(left.status()).toBe(302);
  const consented = await browser.get(left.headers().location ?? '', once);
  const back = new URL(consented.headers().location ?? '');
  expect(back.origin + back.pathname).toBe(`${site.url}/auth/callback/${name}`);
  return browser.get(`${site.url}/api${back.pathname}${back.search}`);
}

async function profile(browser: APIRequestContext, token: string) {
  const answer = await browser.get(`${site.url}/api/auth/profile`, { headers: { authorization: `Bearer ${token}` } });
  return answer.json();
}

for (const name of ['google', 'linkedin', 'facebook'] as const) {
  test(`${name} signs a new reader in, and the same one again`, async ({ request }) => {
    provider.person = {
      sub: `at-${name}`,
      email: `${name}-reader@example.com`,
      email_verified: true,
      name: 'Neema K.',
    };
    const first = await signIn(request, name);
    expect(first.status(), await first.text()).toBe(200);
    const session = await first.json();
    expect(session).toMatchObject({
      username: 'Neema K.',
      role: 'reader',
      is_admin: false,
      message: 'Logged in successfully!',
    });
    const mine = await profile(request, session.token);
    // Facebook does not say whether an address is somebody's.
    expect(mine).toMatchObject({ providers: [name], has_password: false, email_verified: name !== 'facebook' });
    const again = await (await signIn(request, name)).json();
    expect((await profile(request, again.token)).id).toBe(mine.id);
  });
}

test('an address that is not proved leads to nobody else’s account', async ({ request }) => {
  const email = 'taken@example.com';
  await request.post(`${site.url}/api/auth/register-user`, { data: { email, password: 'jua na maji' } });
  await request.post(`${site.url}/api/auth/logout`, { data: {} });
  provider.person = { sub: 'somebody', email, email_verified: false };
  for (const name of ['google', 'facebook']) {
    const answer = await signIn(request, name);
    expect([answer.status(), (await answer.json()).code]).toEqual([409, 'account.sign_in_first']);
  }
});

test('nothing that was secret stands in the log', async ({ request }) => {
  provider.person = { sub: 'quiet', email: 'quiet@example.com', email_verified: true };
  const left = await request.get(`${site.url}/api/auth/login/google`, once);
  const back = new URL((await request.get(left.headers().location ?? '', once)).headers().location ?? '');
  const call = `${site.url}/api${back.pathname}${back.search}`;
  const session = await (await request.get(call)).json();
  expect((await request.get(call)).status(), 'a code is good once').toBe(400);
  const secrets = [
    back.searchParams.get('code'),
    back.searchParams.get('state'),
    session.token,
    provider.env.OAUTH_GOOGLE_CLIENT_SECRET,
  ];
  for (const secret of secrets) {
    expect(secret).toBeTruthy();
    expect(site.output()).not.toContain(secret);
  }
});

/** What a page said on its console. */
function console(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  return said;
}

async function press(page: Page, site: Server, name: string): Promise<void> {
  await page.goto(`${site.url}/auth/login`);
  await page.getByRole('link', { name: `Continue with ${name}` }).click();
}

for (const name of ['Google', 'LinkedIn', 'Facebook']) {
  test(`the ${name} button ends on the front page, signed in`, async ({ page }) => {
    const said = console(page);
    const id = name.toLowerCase();
    provider.person = {
      sub: `seen-at-${id}`,
      email: `${id}-visitor@example.com`,
      email_verified: true,
      name: 'Neema K.',
    };
    await press(page, site, name);
    await toast(page, 'Logged in successfully!');
    await expect(page).toHaveURL(`${site.url}/`);
    await expect(page.getByText('Nothing is published yet.')).toBeVisible();
    await page.getByRole('link', { name: 'Account', exact: true }).first().click();
    await expect(page.getByText(`${id}-visitor@example.com`).first()).toBeVisible();
    expect(said).toEqual([]);
    // The code is not left behind for the Back button.
    await page.goBack();
    await page.goBack();
    expect(page.url()).not.toContain('code=');
  });
}

test('a provider asked from a gated post leads back to it, and the next sign-in to the front page', async ({
  page,
}) => {
  provider.person = { sub: 'reads-on', email: 'reads-on@example.com', email_verified: true, name: 'Neema K.' };
  await page.goto(`${site.url}/auth/login?post=some-post`);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL(`${site.url}/post/slug/some-post`);
  await page.evaluate(() => localStorage.clear());
  await press(page, site, 'Google');
  await expect(page).toHaveURL(`${site.url}/`);
});

test('an address that somebody has asks them to sign in first', async ({ page }) => {
  const email = 'known@example.com';
  await page.request.post(`${site.url}/api/auth/register-user`, { data: { email, password: 'jua na maji' } });
  await page.context().clearCookies();
  provider.person = { sub: 'a-stranger', email, email_verified: false };
  await press(page, site, 'Facebook');
  await expect(page.getByRole('heading', { name: 'OAuth failed' })).toBeVisible();
  await expect(page.getByText('Sign in with its password first.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL(`${site.url}/auth/login`);
});

test('a provider that is not set up, and one that is away', async ({ page }) => {
  const publication = await startServer({
    env: {
      ...provider.env,
      OAUTH_GOOGLE_CLIENT_ID: '',
      OAUTH_GOOGLE_CLIENT_SECRET: '',
      OAUTH_LINKEDIN_ISSUER: 'http://127.0.0.1:9',
    },
  });
  try {
    const said = console(page);
    await press(page, publication, 'Google');
    await expect(page.getByRole('heading', { name: 'OAuth failed' })).toBeVisible();
    await expect(page.getByText('is not set up here')).toBeVisible();
    await press(page, publication, 'LinkedIn');
    await expect(page.getByText('could not be finished')).toBeVisible();
    expect(said).toEqual([]);
  } finally {
    await publication.stop();
  }
});

test('a strict provider: consent signs in, Cancel does not', async ({ page }) => {
  const strict = await startStrictProvider();
  const publication = await startServer({ env: strict.env });
  try {
    strict.admit(publication.url);
    // Its sign-in page wants a font from elsewhere.
    await page.route(/googleapis/, (route) => route.abort());
    await press(page, publication, 'LinkedIn');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'OAuth failed' })).toBeVisible();
    await expect(page.getByText('LinkedIn was not allowed to tell us who you are.')).toBeVisible();
    const refusal = await page.request.get(`${publication.url}/api${new URL(page.url()).pathname}?error=access_denied`);
    expect([refusal.status(), (await refusal.json()).code]).toEqual([400, 'auth.social_declined']);

    await press(page, publication, 'LinkedIn');
    await page.locator('[name=login]').fill('zawadi');
    await page.locator('[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(`${publication.url}/`);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const mine = await page.request.get(`${publication.url}/api/auth/profile`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await mine.json()).toMatchObject({
      email: 'zawadi@example.com',
      email_verified: true,
      providers: ['linkedin'],
    });
  } finally {
    await publication.stop();
    await strict.stop();
  }
});
