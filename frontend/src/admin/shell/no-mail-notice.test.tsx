import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { storeToken } from '../../api/tokens';
import { initialHandlers, renderAdmin, siteStatus, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';

const answered = (mail_leaves: boolean) =>
  http.get('/api/admin/status', () => HttpResponse.json({ ...siteStatus, mail_leaves }));

test('a site without a mail server says so on every admin screen', async () => {
  storeToken('staff', staffToken());
  server.use(answered(false), ...initialHandlers());
  renderAdmin('/admin');
  expect(await screen.findByRole('note')).toHaveTextContent('No mail leaves this server.');
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
  await screen.findByRole('heading', { name: 'Create New Post' });
  expect(asked).toBe(true);
  expect(screen.queryByRole('note')).toBeNull();
});
