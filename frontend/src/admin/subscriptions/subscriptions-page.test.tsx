import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Subscription } from '../../api/types';
import { adminToken, initialHandlers, openForm, renderAdmin, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';
import './subscriptions-page'; // loaded here, so that no test waits for the lazy route

const amina: Subscription = {
  id: 7,
  email: 'amina@example.com',
  user: null,
  plan: '8_months',
  plan_name: 'Digital',
  status: 'active',
  expires_at: '2027-07-22T09:00:00Z',
  created_at: '2026-11-22T09:00:00Z',
  last_payment: {
    order_id: 3,
    status: 'captured',
    price_minor: 300,
    currency: 'USD',
    paid_at: '2026-11-22T09:00:00Z',
    refunded_at: null,
    wallet_order: 'W1',
  },
  refundable: true,
};

const plans = [
  { code: '8_months', name: 'Digital' },
  { code: '12_months', name: 'Print + Digital' },
];

function answers(data: Subscription[], next: string | null = null) {
  const asked: string[] = [];
  server.use(
    http.get('/api/admin/subscriptions', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ data, total: 41, page: 1, per_page: 20, next });
    }),
    http.get('/api/admin/subscriptions/refused-payments', () => HttpResponse.json({ data: [] })),
    http.get('/api/subscriptions/plans', () => HttpResponse.json({ data: plans, wallet: {} })),
    ...initialHandlers(),
  );
  return asked;
}

it('lists address, plan, status and end, whoever the address is from', async () => {
  localStorage.setItem('admin_token', staffToken());
  answers([
    amina,
    {
      ...amina,
      id: 8,
      email: '',
      user: { email: 'juma@example.com', username: 'juma' },
      status: 'refunded',
      refundable: false,
    },
  ]);
  renderAdmin('/admin-subscriptions');
  expect(await screen.findByRole('heading', { name: 'All Subscriptions' })).toBeVisible();
  const rows = await screen.findAllByRole('row');
  expect(
    within(rows[0] as HTMLElement)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Email', 'Plan', 'Status', 'Expires At']);
  expect(rows[1]).toHaveTextContent('amina@example.comDigital$3, paid 22 Nov 2026Active22 Jul 2027, 12:00Payments');
  expect(rows[2]).toHaveTextContent('juma@example.comjuma');
  expect(screen.getByText('41 subscriptions, newest first.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Refund/ })).toBeNull();
});

it('searches, filters and pages by what the address of the screen holds', async () => {
  localStorage.setItem('admin_token', staffToken());
  const asked = answers([amina], '7_amina');
  const router = renderAdmin('/admin-subscriptions');
  await userEvent.type(await screen.findByRole('searchbox'), 'ami{Enter}');
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'active');
  await userEvent.selectOptions(
    screen.getByLabelText('Plan'),
    await screen.findByRole('option', { name: 'Print + Digital' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(router.state.location.search).toBe('?q=ami&status=active&plan=12_months&after=7_amina');
  await screen.findByText('41 subscriptions, newest first.');
  expect(asked.at(-1)).toBe('?q=ami&status=active&plan=12_months&after=7_amina');
});

it('gives money back after a question, for administrators', async () => {
  localStorage.setItem('admin_token', adminToken());
  answers([amina]);
  const refunded: string[] = [];
  server.use(
    http.post('/api/admin/subscriptions/:id/refund', async ({ params, request }) => {
      refunded.push(`${params.id} ${JSON.stringify(await request.json())}`);
      return HttpResponse.json({ message: 'Refunded.', subscription: amina });
    }),
  );
  renderAdmin('/admin-subscriptions');
  await userEvent.click(await screen.findByRole('button', { name: 'Refund amina@example.com' }));
  const dialog = await screen.findByRole('dialog', { name: 'Refund this payment?' });
  expect(dialog).toHaveTextContent('$3 goes back to amina@example.com');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(refunded).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Refund amina@example.com' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refund' }));
  expect(await screen.findByText('Refunded.')).toBeInTheDocument();
  expect(refunded).toEqual(['7 {"order_id":3}']);
});

it('says that a refund goes on, and shows it so', async () => {
  localStorage.setItem('admin_token', adminToken());
  answers([amina]);
  const words = 'The wallet has not finished yet. The refund goes on by itself; look again in some minutes.';
  server.use(
    http.post('/api/admin/subscriptions/:id/refund', () => {
      const refunding = { ...amina, last_payment: { ...amina.last_payment, status: 'refunding' } };
      answers([refunding as Subscription]);
      return HttpResponse.json({ error: words, message: words, code: 'payment.refunding' }, { status: 503 });
    }),
  );
  renderAdmin('/admin-subscriptions');
  await userEvent.click(await screen.findByRole('button', { name: 'Refund amina@example.com' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refund' }));
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(await screen.findByText('$3, refund under way')).toBeVisible();
});

it('says when the payments to look at did not come', async () => {
  localStorage.setItem('admin_token', staffToken());
  answers([amina]);
  server.use(
    http.get('/api/admin/subscriptions/refused-payments', () =>
      HttpResponse.json({ error: 'No.', code: 'x' }, { status: 500 }),
    ),
  );
  renderAdmin('/admin-subscriptions');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the payments to look at');
  answers([amina]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('41 subscriptions, newest first.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('tells of each payment what was told about it', async () => {
  localStorage.setItem('admin_token', staffToken());
  answers([amina]);
  const order = {
    id: 3,
    status: 'captured',
    plan: '8_months',
    plan_name: 'Digital',
    price_minor: 300,
    currency: 'USD',
    months: 8,
    created_at: '2026-11-22T08:59:00Z',
    paid_at: '2026-11-22T09:00:00Z',
    refunded_at: null,
    period_from: '2026-11-22T09:00:00Z',
    period_until: '2027-07-22T09:00:00Z',
    wallet_order: 'W1',
    note: null,
    signals: [{ source: 'webhook', said: 'CHECKOUT.ORDER.APPROVED', status: 'captured', at: '2026-11-22T09:00:00Z' }],
  };
  server.use(http.get('/api/admin/subscriptions/7', () => HttpResponse.json({ ...amina, orders: [order] })));
  renderAdmin('/admin-subscriptions');
  await userEvent.click(await screen.findByRole('button', { name: 'Payments amina@example.com' }));
  const dialog = await screen.findByRole('dialog', { name: 'Payments' });
  expect(await within(dialog).findByText('Digital, $3')).toBeInTheDocument();
  expect(dialog).toHaveTextContent('22 Nov 2026 to 22 Jul 2027');
  expect(dialog).toHaveTextContent('Digital, $3Paid');
  expect(dialog).toHaveTextContent('The wallet wrote: the buyer approved it');
  expect(dialog).not.toHaveTextContent(/captur|CHECKOUT|webhook/);
});

it('shows payments that a person has to look at, without any subscription', async () => {
  localStorage.setItem('admin_token', staffToken());
  answers([]);
  const order = {
    email: 'juma@example.com',
    id: 4,
    status: 'refused',
    plan: '8_months',
    plan_name: 'Digital',
    price_minor: 300,
    currency: 'USD',
    months: 8,
    created_at: '2026-11-22T08:59:00Z',
    paid_at: null,
    refunded_at: null,
    period_from: null,
    period_until: null,
    wallet_order: 'W2',
    note: 'the wallet names another amount',
    signals: [
      { source: 'browser', said: 'taken as 3C6, $1.00, completed', status: 'refused', at: '2026-11-22T09:00:00Z' },
    ],
  };
  server.use(http.get('/api/admin/subscriptions/refused-payments', () => HttpResponse.json({ data: [order] })));
  renderAdmin('/admin-subscriptions');
  const section = await screen.findByRole('region', { name: 'Payments to look at' });
  expect(screen.getByText('Nobody has subscribed yet.')).toBeVisible();
  expect(section).toHaveTextContent('juma@example.com');
  expect(section).toHaveTextContent('the wallet names another amount');
  expect(section).toHaveTextContent('To look at');
  expect(section).toHaveTextContent('At the checkout: paid $1.00 (payment 3C6)');
  expect(section).not.toHaveTextContent(/refused|browser|taken as/);
});

it('says when it failed, and tries again', async () => {
  localStorage.setItem('admin_token', staffToken());
  server.use(
    http.get('/api/admin/subscriptions', () => HttpResponse.json({ error: 'No.', code: 'x' }, { status: 500 })),
    http.get('/api/admin/subscriptions/refused-payments', () => HttpResponse.json({ data: [] })),
    http.get('/api/subscriptions/plans', () => HttpResponse.json({ data: plans, wallet: {} })),
    ...initialHandlers(),
  );
  renderAdmin('/admin-subscriptions');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch subscriptions');
  answers([amina]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Payments amina@example.com' })).toBeVisible();
});

it('counts them beside the form and among the tools', async () => {
  localStorage.setItem('admin_token', staffToken());
  answers([amina]);
  renderAdmin('/admin');
  await openForm();
  const total = await screen.findByRole('complementary', { name: 'Subscriptions' });
  expect(await within(total).findByText('41')).toBeVisible();
  expect(within(total).getByRole('link')).toHaveAttribute('href', '/admin-subscriptions');
  expect(within(screen.getByRole('region', { name: 'Admin Tools' })).getByText('41')).toBeVisible();
});
