import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { adminToken, initialHandlers, renderAdmin, staffToken, tokenOf } from '../testing/admin';
import { server } from '../testing/server';
import './categories/categories-page'; // loaded here, so that no test waits for the lazy route
import './library/library-page';
import './staff/staff-page';
import { screens } from './screens';

const authorToken = () => tokenOf({ sub: '3', exp: Date.now() / 1000 + 3600, is_admin: true, role: 'author' });

/** What a row of links leads to, by its name. */
const links = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link', { hidden: true })
    .map((link) => link.textContent);

test('every address is there once, and a menu leads to no address with a gap', () => {
  const paths = screens.map(({ path }) => path);
  expect(paths).toEqual([...new Set(paths)]);
  expect(screens.filter(({ path, link }) => link && path.includes(':'))).toEqual([]);
});

test('an author is led to the screens of all staff', async () => {
  localStorage.setItem('admin_token', authorToken());
  server.use(...initialHandlers());
  renderAdmin('/admin/media');
  expect(await screen.findByRole('heading', { level: 1, name: 'Media Library' })).toBeVisible();
  expect(links('Admin area')).toEqual(['Posts', 'Calendar', 'Media']);
  expect(screen.queryByRole('navigation', { name: 'Administration' })).toBeNull();
});

test('an editor is led to the screens of editors, too', async () => {
  localStorage.setItem('admin_token', staffToken());
  server.use(...initialHandlers());
  renderAdmin('/admin/categories');
  expect(await screen.findByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  expect(links('Admin area')).toEqual([
    'Posts',
    'Calendar',
    'Pages',
    'Categories',
    'Media',
    'Trash',
    'Newsletter',
    'Subscriptions',
    'Email Logs',
    'Analytics',
  ]);
  expect(document.title).toBe('Categories · Mwanga admin');
});

test('an administrator is led to the screens of administrators by one entry, and tabs', async () => {
  localStorage.setItem('admin_token', adminToken());
  server.use(
    http.get('/api/admin/staff', () => HttpResponse.json({ staff: [], invites: [] })),
    ...initialHandlers(),
  );
  renderAdmin('/admin/staff');
  expect(await screen.findByRole('heading', { level: 1, name: 'Staff' })).toBeVisible();
  expect(links('Admin area').at(-1)).toBe('Settings');
  expect(links('Administration')).toEqual([
    'Settings',
    'Navigation',
    'Front page',
    'Set-up',
    'Staff',
    'Subscribers',
    'Health',
    'Backups',
  ]);
});
