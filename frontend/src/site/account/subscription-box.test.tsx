import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { OwnSubscription, Receipt } from '../../api/types';
import { server } from '../../testing/server';
import { createQueryClient } from '../query-client';
import { SubscriptionBox } from './subscription-box';

const none: OwnSubscription = {
  subscribed: false,
  plan: null,
  plan_name: null,
  status: 'none',
  expires_at: null,
  server_now: '2026-11-22T09:00:00Z',
  email_verified: true,
  print: false,
  print_address: null,
};
const running: OwnSubscription = {
  ...none,
  subscribed: true,
  plan: '12_months',
  plan_name: 'Print + Digital',
  status: 'active',
  expires_at: '2027-11-22T09:00:00Z',
  print: true,
};
const receipt: Receipt = {
  number: 'R-7',
  plan: '12_months',
  plan_name: 'Print + Digital',
  price_minor: 400,
  currency: 'USD',
  paid_at: '2026-11-22T09:00:00Z',
  refunded_at: null,
  wallet_reference: '3XY',
  period_from: '2026-11-22T09:00:00Z',
  period_until: '2027-11-22T09:00:00Z',
};

function open(subscription: OwnSubscription, receipts: Receipt[] = []) {
  server.use(
    http.get('/api/subscriptions/status', () => HttpResponse.json(subscription)),
    http.get('/api/subscriptions/receipts', () =>
      HttpResponse.json({ data: receipts, total: receipts.length, page: 1, per_page: 20 }),
    ),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SubscriptionBox />
    </QueryClientProvider>,
  );
}

it('offers to subscribe, and shows no receipts where there are none', async () => {
  open(none);
  expect(await screen.findByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe');
  expect(screen.queryByText('Receipts')).toBeNull();
});

it('manages one that runs, with its receipts', async () => {
  open(running, [receipt, { ...receipt, number: 'R-6', refunded_at: '2026-11-23T09:00:00Z' }]);
  expect(await screen.findByRole('link', { name: 'Manage Subscription' })).toHaveAttribute('href', '/subscribe');
  expect(screen.getByText(/until 22 November 2027/)).toBeVisible();
  const table = await screen.findByRole('table');
  expect(within(table).getByText('R-7')).toBeVisible();
  expect(within(table).getByText('Refunded 23 Nov 2026')).toBeVisible();
});

it('takes the address for the printed issues, and says what is wrong with it', async () => {
  const sent: unknown[] = [];
  open(running);
  server.use(
    http.put('/api/subscriptions/print-address', async ({ request }) => {
      sent.push(await request.json());
      const fields = { postcode: 'Too long.' };
      return HttpResponse.json({ error: 'Look at the fields.', message: '', code: 'x', fields }, { status: 422 });
    }),
  );
  await userEvent.type(await screen.findByLabelText('Name'), 'Amina');
  await userEvent.type(screen.getByLabelText('Street, or box number'), 'PO Box 7');
  await userEvent.type(screen.getByLabelText('Town or city'), 'Kisumu');
  await userEvent.click(screen.getByRole('button', { name: 'Save the address' }));
  expect(await screen.findByText('Too long.')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Look at the fields.');
  expect(sent).toEqual([
    { name: 'Amina', line1: 'PO Box 7', line2: '', postcode: '', city: 'Kisumu', country: 'Kenya', phone: '' },
  ]);
});

it('offers another try when it does not come', async () => {
  server.use(
    http.get('/api/subscriptions/status', () => HttpResponse.json({ error: 'No.', code: 'x' }, { status: 400 })),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SubscriptionBox />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Your subscription could not be loaded.');
});
