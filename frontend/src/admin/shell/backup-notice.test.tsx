import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { storeToken } from '../../api/tokens';
import type { SiteStatus } from '../../api/types';
import { adminToken, initialHandlers, renderAdmin, siteStatus, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';
import '../categories/categories-page'; // loaded here, so that no test waits for the lazy route

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

function backups(backup: Partial<SiteStatus['backup']>) {
  const body = { ...siteStatus, backup: { ...siteStatus.backup, scheduled: true, ...backup } };
  return http.get('/api/admin/status', () => HttpResponse.json(body));
}

test('backups that are too old are told on every screen, and an administrator is led to what failed', async () => {
  storeToken('staff', adminToken());
  server.use(backups({ last_good_at: hoursAgo(73), overdue: true }), ...initialHandlers());
  renderAdmin('/admin/categories');
  expect(await screen.findByRole('note')).toHaveTextContent('The last good backup is 3 days old.');
  expect(screen.getByRole('link', { name: 'See what failed' })).toHaveAttribute('href', '/admin/backups');
});

test('an editor reads what it means, without the way to what only administrators see', async () => {
  storeToken('staff', staffToken());
  server.use(backups({ overdue: true }), ...initialHandlers());
  renderAdmin('/admin/categories');
  expect(await screen.findByRole('note')).toHaveTextContent('No backup has succeeded yet.');
  expect(screen.getByRole('note')).toHaveTextContent('Please tell an administrator.');
  expect(screen.queryByRole('link', { name: 'See what failed' })).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

test('an administrator sees the age of the last good backup at the end of a screen', async () => {
  storeToken('staff', adminToken());
  server.use(backups({ last_good_at: hoursAgo(14.5) }), ...initialHandlers());
  renderAdmin('/admin/categories');
  const link = await screen.findByRole('link', { name: 'The last good backup is 14 hours old.' });
  expect(link).toHaveAttribute('href', '/admin/backups');
  expect(screen.queryByRole('note')).toBeNull();
});

test('where no backups are scheduled no age is shown', async () => {
  storeToken('staff', adminToken());
  let asked = false;
  server.use(
    http.get('/api/admin/status', () => {
      asked = true;
      return HttpResponse.json(siteStatus);
    }),
    ...initialHandlers(),
  );
  renderAdmin('/admin/categories');
  await screen.findByRole('heading', { name: 'Categories', level: 1 });
  expect(asked).toBe(true);
  expect(screen.queryByRole('contentinfo')).toBeNull();
});
