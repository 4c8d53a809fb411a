import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { storeToken } from '../../api/tokens';
import { adminToken, initialHandlers, renderAdmin, siteStatus, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';

const answered = (mail_leaves: boolean) =>
  http.get('/api/admin/status', () => HttpResponse.json({ ...siteStatus, mail_leaves }));

test('a site without a mail server says so at the top until it was read', async () => {
  localStorage.clear();
  storeToken('staff', staffToken());
  server.use(answered(false), ...initialHandlers());
  renderAdmin('/admin');
  expect(await screen.findByRole('note')).toHaveTextContent('No mail leaves this server.');
  expect(screen.getByRole('note')).toHaveTextContent('Please tell an administrator.');
  await userEvent.click(screen.getByRole('button', { name: 'I have read it' }));
  expect(screen.queryByRole('note')).toBeNull();
  cleanup();
  let asked = false;
  server.use(
    http.get('/api/admin/status', () => {
      asked = true;
      return HttpResponse.json({ ...siteStatus, mail_leaves: false });
    }),
  );
  renderAdmin('/admin');
  await screen.findByRole('heading', { name: 'All Posts' });
  await waitFor(() => expect(asked).toBe(true));
  expect(screen.queryByRole('note')).toBeNull();
  cleanup();
  // Another account has not read it; an administrator is led to what changes it.
  storeToken('staff', adminToken());
  renderAdmin('/admin');
  const way = await screen.findByRole('link', { name: 'See how to send e-mail' });
  expect(way).toHaveAttribute('href', '/admin/set-up?question=mail');
});

test('a site whose mail leaves says nothing of it', async () => {
  storeToken('staff', staffToken());
  let asked = false;
  server.use(
    http.get('/api/admin/status', () => {
      asked = true;
      return HttpResponse.json(siteStatus);
    }),
    ...initialHandlers(),
  );
  renderAdmin('/admin');
  await screen.findByRole('heading', { name: 'All Posts' });
  expect(asked).toBe(true);
  expect(screen.queryByRole('note')).toBeNull();
});
