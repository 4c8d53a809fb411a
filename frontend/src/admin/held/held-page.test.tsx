import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { storeToken } from '../../api/tokens';
import { adminToken, initialHandlers, renderAdmin, siteStatus, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';

const waiting = {
  label: 'Mails about accounts',
  count: 2,
  oldest_at: '2026-11-20T06:30:00Z',
  on_release: 'dropped',
  outcome: 'Dropped: older than 24 hours',
};
const held = {
  held: true,
  reason: 'It was restored from the backup of 2026-11-20T02:00:00Z.',
  since: '2026-11-20T09:00:00Z',
  waiting: [waiting],
};
const heldStatus = http.get('/api/admin/status', () => HttpResponse.json({ ...siteStatus, held: true }));

test('an administrator sees what waits, releases the copy, and reads whose mails were dropped', async () => {
  storeToken('staff', adminToken());
  let released = 0;
  server.use(
    heldStatus,
    http.get('/api/admin/hold', () =>
      HttpResponse.json(released ? { held: false, reason: null, since: null, waiting: [] } : held),
    ),
    http.delete('/api/admin/hold', () => {
      released += 1;
      const dropped = [{ label: waiting.label, created_at: waiting.oldest_at, recipient: 'amina@example.com' }];
      return HttpResponse.json({
        message: 'Released. This site mails and charges again.',
        dropped,
        uncertain: 0,
        skipped: 0,
      });
    }),
    ...initialHandlers(),
  );
  renderAdmin('/admin/held');
  expect(await screen.findByText(/It was restored from the backup/)).toBeVisible();
  const list = screen.getByRole('region', { name: 'What waits' });
  expect(within(list).getByRole('listitem')).toHaveTextContent('Mails about accounts: 2');
  expect(within(list).getByText('Dropped: older than 24 hours')).toBeVisible();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Release this copy' }));
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(released).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Release this copy' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Release' }));
  expect(await screen.findByText('amina@example.com')).toBeVisible();
  expect(await screen.findByText(/Nothing is held/)).toBeVisible();
  expect(released).toBe(1);
});

test('every screen of a held copy says so, and leads an administrator to what waits', async () => {
  storeToken('staff', adminToken());
  server.use(heldStatus, ...initialHandlers());
  renderAdmin('/admin');
  expect(await screen.findByRole('note')).toHaveTextContent('This copy of the site is held.');
  expect(screen.getByRole('link', { name: 'See what waits' })).toHaveAttribute('href', '/admin/held');
});

test('an editor reads that the copy is held, without the way to what only administrators see', async () => {
  storeToken('staff', staffToken());
  server.use(heldStatus, ...initialHandlers());
  renderAdmin('/admin');
  expect(await screen.findByRole('note')).toHaveTextContent('This copy of the site is held.');
  expect(screen.queryByRole('link', { name: 'See what waits' })).toBeNull();
});
