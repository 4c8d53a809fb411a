import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { storeToken } from '../../api/tokens';
import type { DealToLookAt } from '../../api/types';
import { initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';

const deal: DealToLookAt = {
  post_id: 12,
  post_title: 'Lamps',
  position: 0,
  url: 'https://duka.example/lamp',
  label: 'Duka',
  product_name: 'Lamp',
  price: '$17',
  price_seen_at: '2026-09-20T09:00:00Z',
  ends_at: '2026-11-20T09:00:00Z',
  status: 404,
  checked_at: '2026-11-21T09:00:00Z',
  problems: ['broken', 'expired', 'old_price'],
};

beforeEach(() => {
  storeToken('staff', staffToken());
  server.use(...initialHandlers());
});

it('says what is wrong with each deal and leads to its post', async () => {
  server.use(http.get('/api/admin/deals', () => HttpResponse.json({ data: [deal], total: 1, page: 1, per_page: 20 })));
  renderAdmin('/admin/deals');
  const problems = await screen.findByRole('list', { name: 'What is wrong' });
  expect(
    within(problems)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'The link answered 404 on 21 Nov 2026.',
    'Expired on 20 Nov 2026.',
    'The price $17 was last seen on 20 Sep 2026.',
  ]);
  expect(screen.getByRole('link', { name: 'Edit post Lamps' })).toHaveAttribute('href', '/admin/posts/12');
});

it('is narrowed and paged by the address', async () => {
  const asked: string[] = [];
  server.use(
    http.get('/api/admin/deals', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ data: [deal], total: 45, page: 1, per_page: 20 });
    }),
  );
  const router = renderAdmin('/admin/deals');
  expect(await screen.findByText('Page 1 of 3')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(router.state.location.search).toBe('?page=2');
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Expired');
  expect(router.state.location.search).toBe('?problem=expired');
  expect(asked).toEqual(['?page=1', '?page=2', '?problem=expired&page=1']);
});

it('is calm when every deal is fine', async () => {
  server.use(http.get('/api/admin/deals', () => HttpResponse.json({ data: [], total: 0, page: 1, per_page: 20 })));
  renderAdmin('/admin/deals');
  expect(await screen.findByText('Every deal is fine.')).toBeInTheDocument();
});
