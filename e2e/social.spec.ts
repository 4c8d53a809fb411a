import { type APIRequestContext, type APIResponse, expect, type Page, test } from '@playwright/test';
import { type MockProvider, startMockProvider, startStrictProvider } from './support/identity-providers.ts';
import { type Server, startServer } from './support/server.ts';

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

/** Presses LinkedIn's stand-in's buttons until the browser is sent back; answers where to. */
async function backFrom(page: Page, press: (page: Page) => Promise<void>): Promise<URL> {
  const back = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth/callback/linkedin');
  await press(page);
  return new URL((await back).url());
}

test('a strict provider: consent signs in, Cancel does not', async ({ page }) => {
  const strict = await startStrictProvider();
  const publication = await startServer({ env: strict.env });
  try {
    strict.admit(publication.url);
    // Its sign-in page wants a font from elsewhere.
    await page.route(/googleapis/, (route) => route.abort());
    const declined = await backFrom(page, async () => {
      await page.goto(`${publication.url}/api/auth/login/linkedin`);
      await page.getByRole('link', { name: 'Cancel' }).click();
    });
    expect(declined.searchParams.get('error')).toBe('access_denied');
    const refusal = await page.request.get(`${publication.url}/api${declined.pathname}${declined.search}`);
    expect([refusal.status(), (await refusal.json()).code]).toEqual([400, 'auth.social_declined']);

    // The screen at the end is not asked for: the call it makes is made here.
    await page.route('**/auth/callback/linkedin?*', (route) => route.fulfill({ body: 'back' }));
    const consented = await backFrom(page, async () => {
      await page.goto(`${publication.url}/api/auth/login/linkedin`);
      await page.locator('[name=login]').fill('zawadi');
      await page.locator('[name=password]').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
    });
    const answer = await page.request.get(`${publication.url}/api${consented.pathname}${consented.search}`);
    expect(await answer.json()).toMatchObject({ email: 'zawadi@example.com', username: 'Zawadi', role: 'reader' });
  } finally {
    await publication.stop();
    await strict.stop();
  }
});
