import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { alive } from './support/alive.ts';
import { expectAccessible } from './support/axe.ts';
import { desk, expectGoodLooks, phone } from './support/looks.ts';
import { mailedLink, mailsTo } from './support/mails.ts';
import { staffToken } from './support/posts.ts';
import { newAddress, openAsNewReader, openAsReader, ours, password } from './support/readers.ts';
import { startServer } from './support/server.ts';
import { open } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { buy, inTheWallet, toPayment } from './support/wallet.ts';

const demoReader = { email: 'reader@example.com', password: 'mwanga-demo-reader' };

/** What the page asked of others, and of the wallet. */
function requests(page: Page): { foreign: string[]; wallet: string[] } {
  const seen = { foreign: [] as string[], wallet: [] as string[] };
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (
      url.protocol.startsWith('http') &&
      url.host !== new URL(page.url() === 'about:blank' ? request.url() : page.url()).host
    )
      seen.foreign.push(url.href);
    if (url.pathname.startsWith('/practice-wallet')) seen.wallet.push(url.pathname);
  });
  return seen;
}

test('a guest buys by keyboard alone, and claims it by confirming the address', async ({
  page,
  demo,
  quietConsole,
  request,
}) => {
  test.setTimeout(120_000);
  const email = newAddress('guest');
  const seen = requests(page);
  await page.goto('/');
  const loaded = page.waitForEvent('load');
  await page.getByRole('banner').getByRole('link', { name: 'Subscribe' }).press('Enter');
  await loaded;
  await alive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscribe to Mwanga');
  await expect(page.getByRole('listitem').filter({ hasText: 'Print + Digital' })).toContainText('$4 for 12 months');
  const digital = page.getByRole('button', { name: 'Choose Digital' });
  await digital.press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is it for?');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText('Subscribe: your details | Mwanga', { exact: true })).toBeAttached();
  const field = page.getByLabel('E-mail', { exact: true });
  await field.press('Enter');
  await expect(page.getByText('Please enter your email')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type(email);
  await expect(page.getByRole('radio', { name: /Practice wallet/ })).toBeChecked();
  expect(seen.wallet, 'nothing of the wallet before the payment').toEqual([]);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay once');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText('Practice wallet.', { exact: true })).toBeVisible();
  const summary = page.getByRole('complementary', { name: 'Your order' });
  await expect(summary).toContainText('$3');
  await expect(summary).toContainText(email);
  expect(page.url()).not.toContain('@');
  await page.getByRole('button', { name: 'Pay with the practice wallet' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Practice wallet' });
  await expect(dialog).toContainText('$3.00');
  await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(page.getByText('PayPal payment successful!')).toBeVisible();
  await expect(page).toHaveURL(/\/subscription-status$/, { timeout: 8000 });
  await alive(page);

  const card = page.getByRole('region', { name: 'Subscription' });
  await expect(card).toContainText('Digital');
  await expect(card).toContainText('Active');
  await expect(card).toContainText('(Nairobi)');
  await expect(card.getByLabel('Time left')).toContainText(/days2[34]\d/);
  await expect(page.getByText('To read with it, create an account with this address')).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(demo.dataDir, email)).some((text) => text.includes('3.00') || text.includes('$3')))
    .toBe(true);

  // The months wait for the address to be confirmed; then they are the account's.
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible();
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/$/);
  await page.goto('/subscription-status');
  await expect(page.getByText('Your address is not confirmed.')).toBeVisible();
  await expect(card).toContainText('Digital');
  await expect(page.getByText('You are not subscribed.')).toBeHidden();
  const gated = '/post/slug/when-the-long-rains-come-the-network-is-a-drain-problem';
  await page.goto(gated);
  // Nobody learns there what was bought for an address that is not theirs yet.
  await expect(page.getByRole('complementary', { name: 'Subscribe to read on' })).toContainText(
    'counts once you have confirmed it',
  );
  await page.goto(await mailedLink(demo.dataDir, email, '/auth/verify-email'));
  const confirmed = page.waitForResponse('**/api/auth/verify-email');
  await page.getByRole('button', { name: /confirm/i }).click();
  expect((await confirmed).status()).toBe(200);
  await page.goto('/subscription-status');
  await expect(page.getByLabel('Time left')).toBeVisible();
  await expect(page.getByText('Your address is not confirmed.')).toBeHidden();
  await page.goto(gated);
  await expect(page.locator('.prose')).toContainText('Six o’clock: water looks for a way down');

  // The money goes back, and the subscription with it.
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  const listed = await request.get(`/api/admin/subscriptions?q=${encodeURIComponent(email)}`, { headers });
  const { id } = (await listed.json()).data[0];
  expect((await request.post(`/api/admin/subscriptions/${id}/refund`, { headers, data: {} })).status()).toBe(200);
  await page.goto('/subscription-status');
  await expect(page.getByRole('heading', { name: 'You are not subscribed.' })).toBeVisible();
  await expect(page.getByText('The payment was refunded, and the subscription ended with it.')).toBeVisible();
  expect(seen.foreign).toEqual([]);
  expect(ours(quietConsole).filter((message) => !message.includes('403 post.subscribers_only'))).toEqual([]);
});

test('steps survive a reload and the way back, and none can be entered early', async ({ page }) => {
  await page.goto('/subscribe?step=3');
  await expect(page.getByRole('button', { name: 'Choose Digital' })).toBeVisible();
  const email = newAddress('steps');
  await toPayment(page, { plan: 'Print + Digital', email });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pay once' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('$4');
  await page.goBack();
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email);
  await page.goBack();
  await expect(page.getByText('You chose this plan.')).toBeVisible();
  await page.goForward();
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Pay with the practice wallet' })).toBeVisible();
  await page.getByRole('list', { name: 'Steps' }).getByRole('link', { name: 'Your plan' }).click();
  await expect(page).toHaveURL(/step=1$/);
  await expect(page.getByRole('button', { name: 'Choose Digital' })).toBeVisible();
});

test('cancelled, failed, refused: each is told with a way on, and the next try pays', async ({ page }) => {
  await toPayment(page, { email: newAddress('moody') });
  await inTheWallet(page, 'Cancel');
  await expect(
    page.getByText('You closed the wallet before paying. Nothing was charged, and your order is still here.'),
  ).toBeVisible();

  await inTheWallet(page, 'Fail');
  const alert = page.getByRole('alert').filter({ hasText: 'PayPal checkout failed.' });
  await expect(alert).toContainText('The wallet reported an error. Nothing was charged.');
  await page.getByRole('button', { name: 'Try again' }).click();

  await inTheWallet(page, 'Refuse', 'keyboard');
  await expect(alert).toContainText('The wallet refused this payment. Nothing was charged.');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');

  await inTheWallet(page, 'Approve', 'keyboard');
  await expect(page.getByText('PayPal payment successful!')).toBeVisible();
});

test('away, looked at, told otherwise: nobody is led to pay twice, and the desk sees what is wrong', async ({
  page,
  demo,
}) => {
  const email = newAddress('odd');
  const refuse = (path: string, status: number, code: string) =>
    page.route(`**/api/subscriptions/${path}`, (route) =>
      route.fulfill({ status, json: { error: 'No.', message: 'No.', code } }),
    );
  await toPayment(page, { email });
  const alert = page.getByRole('alert').filter({ hasText: 'PayPal checkout failed.' });
  await refuse('subscribe', 503, 'payments.unavailable');
  await page.getByRole('button', { name: 'Pay with the practice wallet' }).click();
  await expect(alert).toContainText('The wallet does not answer at the moment. Nothing was charged.');
  await page.unroute('**/api/subscriptions/subscribe');
  await page.getByRole('button', { name: 'Try again' }).click();

  // Somebody changes what the wallet knows of the order.
  const made = page.waitForResponse('**/api/subscriptions/subscribe');
  await page.getByRole('button', { name: 'Pay with the practice wallet' }).click();
  const file = join(demo.dataDir, 'practice-wallet', `${(await (await made).json()).payment_id}.json`);
  const dialog = page.getByRole('dialog', { name: 'Practice wallet' });
  await expect(dialog).toBeVisible();
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), value: '1.00' }));
  await refuse('capture', 409, 'payment.pending');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(alert).toContainText('The wallet is still looking at this payment. Please do not pay again');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  await page.unroute('**/api/subscriptions/capture');
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(alert).toContainText('The wallet tells something else about this payment than was ordered');
  await expect(page.getByRole('button', { name: /again/ })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Write to us' })).toBeVisible();

  await open(page, '/admin-subscriptions');
  const wrong = page.getByRole('region', { name: 'Payments to look at' });
  await expect(wrong).toContainText(email);
  await expect(wrong).toContainText('the wallet names another amount');
  await expectAccessible(page);
});

test('plans that do not come are told, and can be asked for again', async ({ page }) => {
  // The document says that our own server could not read them.
  await page.route('**/subscribe', async (route) => {
    const document = await route.fetch();
    const told = (status: number) => `"/subscriptions/plans":{"status":${status}`;
    const body = (await document.text()).replace(told(200), told(500));
    await route.fulfill({ response: document, body });
  });
  await page.route('**/api/subscriptions/plans', (route) =>
    route.fulfill({ status: 500, json: { error: 'No.', message: 'No.', code: 'internal' } }),
  );
  await page.goto('/subscribe');
  await expect(page.getByRole('alert')).toContainText('The plans could not be loaded.');
  await page.unroute('**/api/subscriptions/plans');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Choose Digital' })).toBeVisible();
});

test('a lost answer is asked for again, after a reload too', async ({ page }) => {
  await toPayment(page, { email: newAddress('lost') });
  // The money is taken, and its answer never arrives.
  await page.route('**/api/subscriptions/capture', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await inTheWallet(page, 'Approve');
  await expect(page.getByText(/The answer takes longer than usual/)).toBeVisible();
  await page.unroute('**/api/subscriptions/capture');
  await page.reload();
  await expect(page.getByText('PayPal payment successful!')).toBeVisible();
});

test('a wallet that does not load is told, and can be tried again', async ({ page }) => {
  await page.route('**/practice-wallet/sdk/js*', (route) => route.abort());
  await toPayment(page, { email: newAddress('blocked') });
  await expect(page.getByRole('alert')).toContainText('Practice wallet could not be loaded.');
  await page.unroute('**/practice-wallet/sdk/js*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Pay with the practice wallet' })).toBeVisible();
});

test('what keeps an order from being made is told, with the way on', async ({ page }) => {
  await toPayment(page, { email: newAddress('unmade') });
  const alert = page.getByRole('alert').filter({ hasText: 'PayPal checkout failed.' });
  const pay = page.getByRole('button', { name: 'Pay with the practice wallet' });
  const answer = (status: number, json: object) =>
    page.route('**/api/subscriptions/subscribe', (route) => route.fulfill({ status, json }));
  for (const [status, code, words] of [
    [429, 'request.too_many', 'That was tried too often. Nothing was charged.'],
    [503, 'payments.not_set_up', 'Buying is not set up here yet. Nothing was charged.'],
    [422, 'subscription.invalid', 'No mail reaches this address. Nothing was charged.'],
  ] as const) {
    const error = 'That was tried too often.';
    const fields = status === 422 ? { email: 'No mail reaches this address' } : {};
    await answer(status, { error, message: error, code, fields });
    await pay.click();
    await expect(alert).toContainText(words);
    await page.unroute('**/api/subscriptions/subscribe');
    if (status === 429) await page.getByRole('button', { name: 'Try again' }).click();
    if (status === 503) await page.reload();
  }
  await page.getByRole('link', { name: 'Change your details' }).click();
  await expect(page).toHaveURL(/step=2$/);
});

test('what an approved payment may come to is told, and whether to pay again', async ({ page }) => {
  const alert = page.getByRole('alert').filter({ hasText: 'PayPal checkout failed.' });
  for (const [status, code, words, way] of [
    [409, 'payment.not_approved', 'The payment was not approved in the wallet. Nothing was charged.', 'Try again'],
    [409, 'payment.closed', 'This payment has ended. Nothing was charged. Please start it once more.', null],
    [503, 'payments.unavailable', 'We could not find out yet whether the payment went through.', 'Ask again'],
  ] as const) {
    await toPayment(page, { email: newAddress(code) });
    await page.route('**/api/subscriptions/capture', (route) =>
      route.fulfill({ status, json: { error: 'No.', message: 'No.', code } }),
    );
    await inTheWallet(page, 'Approve');
    // One that may have done its work is asked a few times first.
    await expect(alert).toContainText(words, { timeout: 40_000 });
    if (way) await expect(page.getByRole('button', { name: way })).toBeVisible();
    if (way === 'Ask again') await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
    await page.unroute('**/api/subscriptions/capture');
  }
});

test('where buying is not set up the plans are shown, and that nothing can be bought', async ({ page }) => {
  const server = await startServer({
    env: {
      MWANGA_ENV: 'production',
      MWANGA_BASE_URL: 'https://news.example',
      MWANGA_CONTACT_EMAIL: 'desk@news.example',
      MWANGA_CONTACT_PHONE: '+254 20 555 0100',
    },
  });
  try {
    await page.goto(`${server.url}/subscribe`);
    await expect(page.getByText('Buying is not set up here yet')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Print + Digital' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Choose/ })).toHaveCount(0);
    await page.goto(`${server.url}/subscribe?step=2`);
    await expect(page.getByText('Buying is not set up here yet')).toBeVisible();
  } finally {
    await server.stop();
  }
});

test('a reader who is signed in buys print, says where it goes, and adds more', async ({ page }) => {
  test.setTimeout(120_000);
  await openAsReader(page, demoReader.email, '/subscription-status', demoReader.password);
  await expect(page.getByRole('region', { name: 'Subscription' })).toContainText('Print + Digital');
  const left = page.getByLabel('Time left');
  await expect(left).toContainText(/days3[23]\d/);
  await page.goto('/manage-account');
  const box = page.getByRole('region', { name: 'Subscription' });
  const loaded = page.waitForEvent('load');
  await box.getByRole('link', { name: 'Manage Subscription' }).click();
  await loaded;
  await alive(page);
  await page.getByRole('button', { name: 'Choose Print + Digital' }).click();
  await expect(page.getByText(demoReader.email)).toBeVisible();
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await inTheWallet(page, 'Approve');
  await expect(page.getByText('PayPal payment successful!')).toBeVisible();
  await expect(page).toHaveURL(/\/subscription-status$/);
  await alive(page);

  await expect(page.getByRole('region', { name: 'Thank you for subscribing' })).toContainText(demoReader.email);
  await expect(left).toContainText(/days[67]\d\d/);
  await expect(page.getByRole('heading', { name: 'Where shall the printed issues go?' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Amina Otieno');
  await page.getByLabel('Street, or box number').fill('PO Box 7');
  await page.getByLabel('Town or city').fill('Kisumu');
  const saved = page.waitForResponse('**/api/subscriptions/print-address');
  await page.getByRole('button', { name: 'Save the address' }).click();
  expect((await saved).status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Where the printed issues go' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Town or city')).toHaveValue('Kisumu');

  await buy(page, {});
  await expect(left).toContainText(/days9\d\d/);
  await page.goto('/manage-account');
  await expect(box.getByRole('link', { name: 'Manage Subscription' })).toHaveAttribute('href', '/subscribe');
  await expect(box.getByRole('table').getByRole('row')).toHaveCount(4);
  await expect(box.getByRole('table')).toContainText('$4');
});

test('a reader who has bought nothing is told so', async ({ page }) => {
  await openAsNewReader(page, '/subscription-status');
  await expect(page.getByRole('heading', { name: 'You are not subscribed.' })).toBeVisible();
  await page.route('**/api/subscriptions/status', async (route) => {
    const none = await (await route.fetch()).json();
    await route.fulfill({ json: { ...none, status: 'expired', expires_at: '2026-11-01T22:30:00Z' } });
  });
  await page.reload();
  await expect(page.getByText('Your subscription ended on 2 November 2026.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe');
});

test.describe('far from Nairobi', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('a guest who bought print reads when it ends, and gives the address once, by keyboard', async ({ page }) => {
    await buy(page, { plan: 'Print + Digital', email: newAddress('print') });
    const card = page.getByRole('region', { name: 'Subscription' });
    const end = new Date((await card.locator('time').getAttribute('datetime')) ?? '');
    const inNairobi = new Date(end.getTime() + 3 * 3_600_000);
    const clock = inNairobi.toISOString().slice(11, 16);
    await expect(card).toContainText(`${inNairobi.getUTCDate()} `);
    await expect(card).toContainText(`${clock} (Nairobi)`);
    await expect(card.getByLabel('Time left')).toContainText(/days36[45]/);

    await page.getByLabel('Name', { exact: true }).focus();
    for (const typed of ['Juma', 'PO Box 8', '', '', 'Nakuru']) {
      await page.keyboard.type(typed);
      await page.keyboard.press('Tab');
    }
    await expect(page.getByLabel('Country')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Thank you, the address is saved.')).toBeVisible();
  });
});

test('who is not signed in is asked to sign in', async ({ page }) => {
  const shown = page.getByText('Please login to check your subscription.').waitFor();
  await page.goto('/subscription-status');
  await shown;
  await expect(page).toHaveURL(/\/auth\/login$/);
});

test('a status that does not come can be asked for again', async ({ page }) => {
  await page.route('**/api/subscriptions/status', (route) => route.abort());
  await openAsNewReader(page, '/subscription-status');
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();
  await page.unroute('**/api/subscriptions/status');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'You are not subscribed.' })).toBeVisible();
});

test('the end of a subscription is counted down and told', async ({ page }) => {
  await page.clock.install();
  await page.route('**/api/subscriptions/status', (route) =>
    route.fulfill({
      json: {
        subscribed: true,
        plan: '8_months',
        plan_name: 'Digital',
        status: 'active',
        expires_at: '2026-11-22T10:01:30Z',
        server_now: '2026-11-22T10:00:00Z',
        email_verified: true,
        needs_verification: false,
        print: false,
        print_address: null,
      },
    }),
  );
  await openAsNewReader(page, '/subscription-status');
  const left = page.getByLabel('Time left');
  await expect(left).toContainText(/minutes\s*1/);
  await page.clock.runFor(60_000);
  await expect(left).toContainText(/minutes\s*0/);
  await page.clock.runFor(60_000);
  await expect(page.getByText('Your subscription has run out.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Renew' })).toHaveAttribute('href', '/subscribe');
});

test('steps are counted by plan, and by nothing that names somebody', async ({ page }) => {
  const events: { eventType: string; metadata: Record<string, unknown> }[] = [];
  await page.route('**/api/analytics/track', async (route) => {
    events.push(JSON.parse(route.request().postData() ?? '{}'));
    await route.fulfill({ status: 204 });
  });
  await toPayment(page, { email: newAddress('counted') });
  await inTheWallet(page, 'Fail');
  await expect(page.getByRole('alert').filter({ hasText: 'PayPal checkout failed.' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await inTheWallet(page, 'Approve');
  await expect(page.getByText('PayPal payment successful!')).toBeVisible();
  await expect
    .poll(() => events.map(({ eventType }) => eventType))
    .toEqual(['plan_chosen', 'checkout_started', 'payment_failed', 'checkout_started', 'payment_approved']);
  expect(events.every(({ metadata }) => JSON.stringify(metadata) === '{"plan":"8_months"}')).toBe(true);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the plans can be read', async ({ page }) => {
    await page.goto('/subscribe', { waitUntil: 'domcontentloaded' });
    await expect(page.getByText('$3', { exact: true })).toBeVisible();
    await expect(page.getByText('Subscribing needs JavaScript.')).toBeVisible();
    await expect(page.getByRole('button', { name: /Choose/ })).toHaveCount(0);
  });
});

test('every step looks good', async ({ page }) => {
  const sizes = [desk, { width: 768, height: 1024 }, phone];
  // Bought on a phone, and looked at in each size.
  await page.setViewportSize(phone);
  await page.goto('/subscribe');
  await expectGoodLooks(page, 'plans', sizes);
  await page.getByRole('button', { name: 'Choose Print + Digital' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('Please enter your email')).toBeVisible();
  await expectGoodLooks(page, 'details', sizes);
  await page.getByLabel('E-mail', { exact: true }).fill(newAddress('looks'));
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('button', { name: 'Pay with the practice wallet' })).toBeVisible();
  await expectGoodLooks(page, 'payment', sizes);
  await inTheWallet(page, 'Refuse');
  await expect(page.getByRole('alert').filter({ hasText: 'PayPal checkout failed.' })).toBeVisible();
  await expectGoodLooks(page, 'refused', sizes);
  await page.getByRole('button', { name: 'Try again' }).click();
  await inTheWallet(page, 'Approve');
  await expect(page.getByText('PayPal payment successful!')).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/subscription-status$/);
  await alive(page);
  await expect(page.getByRole('region', { name: 'Subscription' })).toBeVisible();
  await expectGoodLooks(page, 'status', sizes);
});
