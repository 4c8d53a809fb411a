import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { storeToken } from '../../api/tokens';
import { adminToken, initialHandlers, renderAdmin } from '../../testing/admin';
import { server } from '../../testing/server';

const invite = {
  id: 1,
  email: 'zuri@example.com',
  role: 'editor',
  created_at: '2026-11-20T09:00:00Z',
  expires_at: '2026-11-27T09:00:00Z',
};

test('an invite that is sent while the list is still loading stands in the list', async () => {
  storeToken('staff', adminToken());
  let invites: (typeof invite)[] = [];
  let answerFirst = () => {};
  let reads = 0;
  server.use(
    http.get('/api/admin/staff', async () => {
      const body = { data: [], invites };
      reads += 1;
      if (reads === 1)
        await new Promise<void>((resolve) => {
          answerFirst = resolve;
        });
      return HttpResponse.json(body);
    }),
    http.post('/api/admin/staff/invites', () => {
      invites = [invite];
      return HttpResponse.json({ invite, message: 'Invite sent.' }, { status: 201 });
    }),
    ...initialHandlers(),
  );
  renderAdmin('/admin/staff');
  const user = userEvent.setup();
  const form = await screen.findByRole('region', { name: 'Invite somebody' });
  await user.type(within(form).getByLabelText(/Email/), invite.email);
  await user.click(within(form).getByRole('button', { name: 'Send invite' }));
  const open = await screen.findByRole('region', { name: 'Open invites' });
  expect(within(open).getByText(invite.email)).toBeVisible();
  answerFirst();
});
