import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OwnSubscription, Purchase } from '../../api/types';
import { server } from '../../testing/server';
import { siteAnswer, token } from '../../testing/site';
import { clearPurchase, readPurchase, savePurchase } from '../purchase/purchase-storage';
import { createQueryClient } from '../query-client';
import { Countdown } from './countdown';
import { SubscriptionStatusPage } from './subscription-status-page';

const serverNow = '2026-11-22T09:00:00Z';
const none: OwnSubscription = {
  subscribed: false,
  plan: null,
  plan_name: null,
  status: 'none',
  expires_at: null,
  server_now: serverNow,
  email_verified: true,
  print: false,
  print_address: null,
};
const running: OwnSubscription = {
  ...none,
  subscribed: true,
  plan: '8_months',
  plan_name: 'Digital',
  status: 'active',
  expires_at: '2026-11-24T10:01:30Z',
};
const purchase: Purchase = {
  message: '',
  plan: '12_months',
  plan_name: 'Print + Digital',
  status: 'active',
  expires_at: '2027-11-22T21:30:00Z',
  server_now: serverNow,
  email: 'amina@example.com',
  needs_verification: true,
  print: true,
  address_code: 'c0de',
};

beforeEach(() => {
  sessionStorage.clear();
  server.use(http.get('/api/site', () => HttpResponse.json(siteAnswer)));
});
afterEach(() => vi.useRealTimers());

const answers = (subscription: OwnSubscription) =>
  server.use(http.get('/api/subscriptions/status', () => HttpResponse.json(subscription)));

function open() {
  const router = createMemoryRouter(
    [
      { path: '/subscription-status', Component: SubscriptionStatusPage },
      { path: '/auth/login', element: <p>The sign-in screen</p> },
    ],
    { initialEntries: ['/subscription-status'] },
  );
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

it('shows plan, status, expiry in Nairobi and the time left by the clock of the server', async () => {
  localStorage.setItem('token', token);
  answers(running);
  open();
  expect(screen.getByText('Loading…')).toBeVisible();
  expect(await screen.findByText('Digital')).toBeVisible();
  expect(screen.getByText('Active')).toBeVisible();
  expect(screen.getByText('24 November 2026, 13:01')).toBeVisible();
  expect(screen.getByLabelText('Time left')).toHaveTextContent('days2hours1minutes1');
});

it('counts down every 60 seconds, and warns at zero', () => {
  vi.useFakeTimers();
  render(<Countdown expiresAt="2026-11-22T09:01:30Z" serverNow={serverNow} />);
  const minutes = () => screen.getByText('minutes').parentElement;
  expect(minutes()).toHaveTextContent('1');
  act(() => vi.advanceTimersByTime(59_999));
  expect(minutes()).toHaveTextContent('1');
  act(() => vi.advanceTimersByTime(1));
  expect(minutes()).toHaveTextContent('0');
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByRole('alert')).toHaveTextContent('Your subscription has run out.');
  expect(screen.getByRole('link', { name: 'Renew' })).toHaveAttribute('href', '/subscribe');
});

it.each([
  ['none', null, 'This account has no subscription.'],
  ['expired', '2026-11-01T09:00:00Z', 'Your subscription ended on 1 November 2026.'],
  ['refunded', '2026-11-01T09:00:00Z', 'The payment was refunded'],
] as const)('says that nobody is subscribed: %s', async (status, expires_at, words) => {
  localStorage.setItem('token', token);
  answers({ ...none, status, expires_at });
  open();
  expect(await screen.findByRole('heading', { name: 'You are not subscribed.' })).toBeVisible();
  expect(screen.getByText(words, { exact: false })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe');
});

it('tells every unconfirmed account the same of what others bought', async () => {
  localStorage.setItem('token', token);
  answers({ ...none, email_verified: false });
  open();
  expect(await screen.findByText(/What others bought for it shows here once you confirm it/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'You are not subscribed.' })).toBeVisible();
});

const ownToken = `a.${btoa(JSON.stringify({ sub: '1', email: 'Amina@example.com', exp: 9_999_999_999 }))}.c`;

it('shows who has just bought as a guest what waits for the address, and asks where print goes', async () => {
  localStorage.setItem('token', ownToken);
  savePurchase(purchase);
  answers({ ...none, email_verified: false });
  open();
  expect(await screen.findByText(/Your address is not confirmed/)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Subscription' })).toHaveTextContent('Print + Digital');
  expect(screen.getByRole('heading', { name: 'Where shall the printed issues go?' })).toBeVisible();
  expect(screen.queryByText('You are not subscribed.')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Subscribe' })).toBeNull();
});

it('thanks who has just bought and can read at once, and says what comes next', async () => {
  localStorage.setItem('token', ownToken);
  savePurchase({ ...purchase, needs_verification: false, address_code: null });
  answers({ ...running, print: true });
  open();
  const thanks = await screen.findByRole('region', { name: 'Thank you for subscribing' });
  expect(thanks).toHaveTextContent('amina@example.com');
  expect(thanks).toHaveTextContent('Printed issues need a postal address');
  expect(screen.getByRole('heading', { name: 'Where shall the printed issues go?' })).toBeVisible();
});

it.each([
  ['nothing', none, 1],
  ['a subscription of their own', running, 2],
])('shows what was bought for another address to who has %s', async (_, own, cards) => {
  localStorage.setItem('token', ownToken);
  savePurchase({ ...purchase, email: 'juma@example.com' });
  answers(own);
  open();
  expect(await screen.findByRole('region', { name: 'Subscription of juma@example.com' })).toBeVisible();
  expect(screen.getAllByRole('region', { name: /^Subscription/ })).toHaveLength(cards);
  expect(screen.getByText(/its reader creates an account/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Where shall the printed issues go?' })).toBeVisible();
  expect(screen.queryByText('You are not subscribed.')).toBeNull();
});

it('says what stands now, not what was bought once', async () => {
  localStorage.setItem('token', ownToken);
  savePurchase(purchase);
  answers({ ...none, status: 'refunded', expires_at: '2026-11-01T09:00:00Z' });
  open();
  expect(await screen.findByRole('heading', { name: 'You are not subscribed.' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Subscription' })).toBeNull();
});

it('leads who is not signed in to the sign-in screen', async () => {
  open();
  expect(await screen.findByText('The sign-in screen')).toBeVisible();
});

it('shows a guest what was just bought, and takes the address by its code', async () => {
  savePurchase(purchase);
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.put('/api/subscriptions/print-address', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push(body);
      return HttpResponse.json({ message: 'Saved.', print_address: body });
    }),
  );
  open();
  expect(await screen.findByText('23 November 2027, 00:30')).toBeVisible();
  expect(screen.getByText('amina@example.com')).toBeVisible();
  expect(screen.getByLabelText('Time left')).toHaveTextContent('days365hours12minutes');
  expect(screen.getByRole('link', { name: 'Create an account' })).toBeVisible();
  await userEvent.type(screen.getByLabelText('Name'), 'Amina');
  await userEvent.type(screen.getByLabelText('Street, or box number'), 'PO Box 7');
  await userEvent.type(screen.getByLabelText('Town or city'), 'Kisumu');
  await userEvent.click(screen.getByRole('button', { name: 'Save the address' }));
  expect(await screen.findByText('Thank you, the address is saved.')).toBeVisible();
  expect(sent[0]).toMatchObject({ name: 'Amina', address_code: 'c0de' });
});

it('forgets what an account bought once it is signed out, and what anybody bought when told so', async () => {
  localStorage.setItem('token', ownToken);
  savePurchase(purchase);
  localStorage.removeItem('token');
  open();
  expect(await screen.findByText('The sign-in screen')).toBeVisible();
  savePurchase(purchase);
  expect(readPurchase()).not.toBeNull();
  clearPurchase();
  expect(readPurchase()).toBeNull();
});

it('goes on counting for a guest whose page is loaded again later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  savePurchase({ ...purchase, expires_at: '2026-11-22T11:30:30Z' });
  vi.setSystemTime(Date.now() + 3_600_000);
  open();
  expect(await screen.findByLabelText('Time left')).toHaveTextContent('days0hours1minutes30');
});

it('offers another try when the answer does not come', async () => {
  localStorage.setItem('token', token);
  server.use(
    http.get('/api/subscriptions/status', () => HttpResponse.json({ error: 'No.', code: 'x' }, { status: 400 })),
  );
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your subscription could not be loaded.');
  answers(running);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByText('Active')).toBeVisible());
});
