import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Plans } from '../../api/types';
import { readerToken } from '../../testing/admin';
import { server } from '../../testing/server';
import { siteAnswer } from '../../testing/site';
import { changeOrder, saveApproved, startOver } from '../purchase/order-storage';
import { createQueryClient } from '../query-client';
import { SubscribePage } from './subscribe-page';
import type { WalletButtonsProps } from './wallet-buttons-props';

const plans: Plans = {
  data: [
    {
      code: '8_months',
      name: 'Digital',
      price_minor: 300,
      currency: 'USD',
      months: 8,
      print: false,
      includes: ['Every post'],
      methods: [{ method: 'paypal', currency: 'USD', amount: 300 }],
    },
    {
      code: '12_months',
      name: 'Print + Digital',
      price_minor: 450,
      currency: 'USD',
      months: 12,
      print: true,
      includes: ['Every post', 'The printed issues'],
      methods: [{ method: 'paypal', currency: 'USD', amount: 450 }],
    },
  ],
  wallet: {
    available: true,
    name: 'Practice wallet',
    hint: 'For trying out.',
    note: 'No money moves.',
    client_id: 'practice',
    sdk_url: '/practice',
    provider: 'paypal',
  },
  methods: [
    {
      method: 'paypal',
      flow: 'redirect',
      name: 'Practice wallet',
      hint: 'For trying out.',
      note: 'No money moves.',
      fields: [],
      words: { paid: 'PayPal payment successful!', failed: 'PayPal checkout failed.' },
    },
  ],
};
/** The same, and a way that asks on a phone. */
const phonePlans: Plans = {
  ...plans,
  data: plans.data.map((plan) => ({
    ...plan,
    methods: [...plan.methods, { method: 'practice_push', currency: 'KES', amount: 40_000 }],
  })),
  methods: [
    ...plans.methods,
    {
      method: 'practice_push',
      flow: 'push',
      name: 'Practice phone',
      hint: 'On your phone.',
      note: '',
      fields: [{ name: 'phone', label: 'Phone number', hint: 'Such as 0712 345 678.' }],
      words: { paid: 'Phone payment successful!', failed: 'The payment did not go through.' },
    },
  ],
};
const bought = {
  message: 'PayPal payment successful!',
  plan: '8_months',
  plan_name: 'Digital',
  status: 'active',
  expires_at: '2027-07-20T09:00:00Z',
  server_now: '2026-11-20T09:00:00Z',
  email: 'amina@example.com',
  needs_verification: true,
  print: false,
  address_code: null,
};
const problem = (status: number, code: string, fields = {}) =>
  HttpResponse.json({ error: 'No.', message: 'No.', code, fields }, { status });

// The wallet's own buttons are the wallet's; these do what a person and the wallet do between them.
vi.mock('./paypal/buttons', () => ({
  default: ({ onCreate, onApprove, onCancel, onError }: WalletButtonsProps) => {
    const opened = (then: (id: string) => unknown) => () => void onCreate().then(then, onError);
    return (
      <>
        <button type="button" onClick={opened(onApprove)}>
          Approve
        </button>
        <button type="button" onClick={opened(onCancel)}>
          Close
        </button>
        <button type="button" onClick={opened(() => onError(new Error('wallet')))}>
          Fail
        </button>
      </>
    );
  },
}));

let orders: { body: Record<string, unknown>; key: string | null }[];
const user = userEvent.setup();

beforeEach(() => {
  orders = [];
  changeOrder({ plan: undefined, email: undefined, all: undefined, method: undefined });
  startOver();
  sessionStorage.clear();
  navigator.sendBeacon = () => true;
  server.use(
    http.get('/api/site', () => HttpResponse.json(siteAnswer)),
    http.get('/api/subscriptions/plans', () => HttpResponse.json(plans)),
    http.post('/api/subscriptions/subscribe', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      orders.push({ body, key: request.headers.get('Idempotency-Key') });
      return HttpResponse.json({ payment_id: `P${orders.length}`, data: { payment_id: `P${orders.length}` } });
    }),
  );
});

function open(path = '/subscribe') {
  window.history.replaceState(null, '', path);
  const router = createBrowserRouter([{ path: '/subscribe', Component: SubscribePage }]);
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

async function toPayment(email = 'amina@example.com') {
  await user.click(await screen.findByRole('button', { name: 'Choose Digital' }));
  await user.type(await screen.findByLabelText('E-mail'), email);
  await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
}

it('shows each plan with its price, and the steps after it', async () => {
  open();
  const card = (await screen.findByRole('heading', { name: 'Print + Digital' })).closest('li') as HTMLElement;
  expect(card).toHaveTextContent('$4.50 for 12 months');
  expect(within(card).getByText('The printed issues')).toBeVisible();
  const steps = screen.getByRole('list', { name: 'Steps' });
  expect(within(steps).getByText('Your plan')).toHaveAttribute('aria-current', 'step');
});

it('asks for an address before anything else', async () => {
  open();
  await user.click(await screen.findByRole('button', { name: 'Choose Digital' }));
  await user.click(await screen.findByRole('button', { name: 'Continue to payment' }));
  const field = screen.getByLabelText('E-mail');
  expect(field).toHaveAccessibleDescription(/Please enter your email/);
  expect(field).toHaveFocus();
  await user.type(field, 'amina@');
  await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
  expect(field).toHaveAccessibleDescription(/Enter a whole e-mail address/);
});

it('asks nobody who is signed in for the address again, and sells for another one', async () => {
  localStorage.setItem('token', readerToken());
  const { unmount } = open();
  await user.click(await screen.findByRole('button', { name: 'Choose Digital' }));
  expect(await screen.findByText('reader@example.com')).toBeVisible();
  expect(screen.queryByLabelText('E-mail')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(orders[0]?.body.email).toBe('reader@example.com');

  unmount();
  open('/subscribe?step=2');
  await user.click(await screen.findByRole('button', { name: 'Use another address' }));
  const field = screen.getByLabelText('E-mail');
  expect(field).toHaveFocus();
  await user.type(field, 'reader@example.com');
  expect(field).toBeVisible();
  await user.clear(field);
  await user.type(field, 'amina@example.com');
  await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(orders[1]?.body.email).toBe('amina@example.com');
  localStorage.clear();
});

it('pays: one order by one key, then the text, then on to the status', async () => {
  const asked: string[] = [];
  server.use(
    http.post('/api/subscriptions/capture', async ({ request }) => {
      asked.push(((await request.json()) as { payment_id: string }).payment_id);
      return HttpResponse.json(bought);
    }),
  );
  open();
  await toPayment();
  expect(window.location.search).toBe('?step=3');
  expect(await screen.findByText('Practice wallet.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(await screen.findByText(/You closed the wallet before paying/)).toBeVisible();
  vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('PayPal payment successful!')).toBeVisible();
  expect(asked).toEqual(['P2']);
  const [first, second] = orders;
  expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(second?.key).toBe(first?.key);
  expect(second?.body).toEqual({
    plan: '8_months',
    payment_method: 'paypal',
    email: 'amina@example.com',
    auto_subscribe_all: false,
  });
  expect(window.location.assign).not.toHaveBeenCalled();
  await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith('/subscription-status'), { timeout: 4000 });
  expect(sessionStorage.getItem('mwanga-purchase')).toContain('2027-07-20');
  expect(sessionStorage.getItem('mwanga-order')).toBeNull();
  // Back, in a browser that kept the page: the same once more is another order.
  window.history.back();
  await user.click(await screen.findByRole('button', { name: 'Continue to payment' }));
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('PayPal payment successful!')).toBeVisible();
  expect(asked).toEqual(['P2', 'P3']);
  expect(orders[2]?.key).not.toBe(first?.key);
}, 10_000);

it.each([
  [402, 'payment.declined', /The wallet refused this payment. Nothing was charged./, true],
  [409, 'payment.not_approved', /not approved in the wallet. Nothing was charged./, true],
  [409, 'payment.closed', /Please start it once more./, false],
  [404, 'payment.unknown', /Please start it once more./, false],
])('says what %i %s means, and whether the next try is the same order', async (status, code, words, same) => {
  server.use(http.post('/api/subscriptions/capture', () => problem(status, code)));
  open();
  await toPayment();
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('PayPal checkout failed.');
  expect(alert).toHaveTextContent(words);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  await screen.findByRole('alert');
  expect(orders[1]?.key === orders[0]?.key).toBe(same);
});

it('asks later about a payment that the wallet is still looking at, and never for another', async () => {
  server.use(http.post('/api/subscriptions/capture', () => problem(409, 'payment.pending')));
  open();
  await toPayment();
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please do not pay again');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  server.use(http.post('/api/subscriptions/capture', () => HttpResponse.json(bought)));
  await user.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(await screen.findByText('PayPal payment successful!')).toBeVisible();
  expect(orders).toHaveLength(1);
});

it('sends who paid something else than was asked to us, and lets nobody pay again', async () => {
  server.use(http.post('/api/subscriptions/capture', () => problem(409, 'payment.refused')));
  open();
  await toPayment();
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please do not pay again');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Write to us' })).toBeVisible();
});

it('asks what became of the payment when the wallet reports an error', async () => {
  let calls = 0;
  server.use(
    http.post('/api/subscriptions/capture', () =>
      ++calls === 1 ? problem(409, 'payment.not_approved') : HttpResponse.json(bought),
    ),
  );
  open();
  await toPayment();
  await user.click(await screen.findByRole('button', { name: 'Fail' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The wallet reported an error. Nothing was charged.');
  // The window closed on an error, and yet the money was taken.
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.click(await screen.findByRole('button', { name: 'Fail' }));
  expect(await screen.findByText('PayPal payment successful!')).toBeVisible();
});

it('asks later when an error of the wallet hid a payment that is looked at', async () => {
  server.use(http.post('/api/subscriptions/capture', () => problem(409, 'payment.pending')));
  open();
  await toPayment();
  await user.click(await screen.findByRole('button', { name: 'Fail' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please do not pay again');
  server.use(http.post('/api/subscriptions/capture', () => HttpResponse.json(bought)));
  await user.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(await screen.findByText('PayPal payment successful!')).toBeVisible();
  expect(orders).toHaveLength(1);
});

it('asks again when the answer was lost, and after a reload too', async () => {
  let calls = 0;
  server.use(
    http.post('/api/subscriptions/capture', () => (++calls === 1 ? HttpResponse.error() : HttpResponse.json(bought))),
  );
  open();
  await toPayment();
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/The answer takes longer than usual/)).toBeVisible();
  expect(await screen.findByText('PayPal payment successful!', {}, { timeout: 3000 })).toBeVisible();
  expect(calls).toBe(2);
});

it('goes on with what was approved before the page was loaded', async () => {
  server.use(http.post('/api/subscriptions/capture', () => HttpResponse.json(bought)));
  const { unmount } = open();
  await toPayment();
  unmount();
  saveApproved('P9');
  open('/subscribe?step=3');
  expect(await screen.findByText('PayPal payment successful!')).toBeVisible();
  expect(orders).toEqual([]);
});

it.each([
  [503, 'payments.not_set_up', /Buying is not set up here yet/, 'Write to us'],
  [503, 'payments.unavailable', /The wallet does not answer at the moment/, 'Try again'],
  [429, 'too_many', /No. Nothing was charged./, 'Try again'],
])('says why there is no order: %i %s', async (status, code, words, way) => {
  server.use(http.post('/api/subscriptions/subscribe', () => problem(status, code)));
  open();
  await toPayment();
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('PayPal checkout failed.');
  expect(alert).toHaveTextContent(words);
  expect(screen.getByText(way)).toBeVisible();
});

it('leads back to the address that the server does not take', async () => {
  server.use(
    http.post('/api/subscriptions/subscribe', () =>
      problem(422, 'subscription.invalid', { email: 'No such address.' }),
    ),
  );
  open();
  await toPayment();
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('No such address. Nothing was charged.');
  expect(screen.getByRole('link', { name: 'Change your details' })).toHaveAttribute('href', '/subscribe?step=2');
});

it('lets no step be entered before what it needs is there', async () => {
  open('/subscribe?step=3');
  expect(await screen.findByRole('button', { name: 'Choose Digital' })).toBeVisible();
});

it('sells nothing where buying is not set up', async () => {
  server.use(
    http.get('/api/subscriptions/plans', () =>
      HttpResponse.json({ ...plans, wallet: { ...plans.wallet, available: false }, methods: [] }),
    ),
  );
  open();
  expect(await screen.findByText(/Buying is not set up here yet/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Choose/ })).toBeNull();
});

it('offers another try when the plans do not come', async () => {
  server.use(http.get('/api/subscriptions/plans', () => problem(400, 'x')));
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The plans could not be loaded.');
  server.use(http.get('/api/subscriptions/plans', () => HttpResponse.json(plans)));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Choose Digital' })).toBeVisible();
});

describe('on a phone', () => {
  const status = (state: string, message: string) => HttpResponse.json({ state, message, reason: null, until: null });

  // A payment of an earlier test leads on after three seconds.
  beforeEach(() => void vi.spyOn(window.location, 'assign').mockImplementation(() => {}));

  async function toPhone() {
    server.use(http.get('/api/subscriptions/plans', () => HttpResponse.json(phonePlans)));
    open();
    await user.click(await screen.findByRole('button', { name: 'Choose Digital' }));
    await user.type(await screen.findByLabelText('E-mail'), 'amina@example.com');
    await user.click(screen.getByRole('radio', { name: /Practice phone, KES 400/ }));
    expect(screen.getByRole('complementary', { name: 'Your order' })).toHaveTextContent('KES 400');
    await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
    return await screen.findByLabelText('Phone number');
  }

  const send = () => user.click(screen.getByRole('button', { name: 'Send the request to my phone' }));

  it('asks on the phone, waits, and goes on by itself', async () => {
    const states = [status('waiting', 'Look at your phone.'), status('paid', 'Paid.')];
    server.use(
      http.get('/api/subscriptions/payments/P1', () => states.shift() as Response),
      http.post('/api/subscriptions/capture', () => HttpResponse.json(bought)),
    );
    await user.type(await toPhone(), '0712 345 678');
    await send();
    expect(await screen.findByText('Look at your phone.')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Waiting for your phone…');
    expect(await screen.findByText('Phone payment successful!', {}, { timeout: 4000 })).toBeVisible();
    expect(orders[0]?.body).toMatchObject({ payment_method: 'practice_push', phone: '0712 345 678' });
    expect(sessionStorage.getItem('mwanga-order') ?? '').not.toContain('0712');
  }, 10_000);

  it('says which number is wrong where it was typed', async () => {
    server.use(
      http.post('/api/subscriptions/subscribe', () =>
        problem(422, 'subscription.invalid', { phone: 'Enter a Kenyan mobile number.' }),
      ),
    );
    const field = await toPhone();
    await user.type(field, '12');
    await send();
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Enter a Kenyan mobile number/));
    expect(field).toHaveFocus();
  });

  it('lets nobody pay again who is told that it is unclear, and asks again after a reload', async () => {
    server.use(http.get('/api/subscriptions/payments/P1', () => status('unclear', 'Please do not pay again.')));
    await user.type(await toPhone(), '0712345678');
    await send();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('We are looking into this payment');
    expect(alert).toHaveTextContent('Please do not pay again.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Ask again' })).toBeVisible();
    expect(sessionStorage.getItem('mwanga-order')).toContain('"approved":"P1"');
  });

  it('begins another order when nothing was paid', async () => {
    server.use(http.get('/api/subscriptions/payments/:id', () => status('failed', 'You cancelled it.')));
    await user.type(await toPhone(), '0712345678');
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('You cancelled it.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.type(await screen.findByLabelText('Phone number'), '0712345678');
    await send();
    await waitFor(() => expect(orders).toHaveLength(2));
    expect(orders[1]?.key).not.toBe(orders[0]?.key);
  });
});
