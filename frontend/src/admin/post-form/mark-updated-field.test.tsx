import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const user = userEvent.setup();

test('readers are told of an update only where the box is ticked, which is off at each opening', async () => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const sent: unknown[] = [];
  server.use(...initialHandlers([adminPost()]));
  renderAdmin('/admin');
  server.use(
    http.put('/api/admin/posts/12', async ({ request }) => {
      sent.push(((await request.json()) as { mark_updated?: boolean }).mark_updated);
      return HttpResponse.json(adminPost());
    }),
  );
  const openAndSave = async (tick: boolean) => {
    await user.click(await screen.findByRole('button', { name: /^Edit Habari/ }));
    const box = await screen.findByRole('checkbox', { name: 'Show readers that this post was updated now' });
    expect(box).not.toBeChecked();
    if (tick) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Save Post' }));
    await screen.findByRole('heading', { name: 'Create New Post' });
  };
  await openAndSave(true);
  await openAndSave(false);
  expect(sent).toEqual([true, undefined]);
});
