import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const PICKS = '/api/admin/todays-picks';

test('two presses that follow each other at once move a pick by two places, and each order is saved in turn', async () => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const picks = ['One', 'Two', 'Three'].map((title, index) => adminPost({ id: index + 1, title, is_today_pick: true }));
  const running: (() => void)[] = [];
  const sent: number[][] = [];
  server.use(...initialHandlers([adminPost()]));
  server.use(
    http.get(PICKS, () =>
      HttpResponse.json({ data: (sent.at(-1) ?? [1, 2, 3]).map((id) => picks.find((pick) => pick.id === id)) }),
    ),
    http.put(PICKS, async ({ request }) => {
      sent.push(((await request.json()) as { ids: number[] }).ids);
      await new Promise<void>((resolve) => running.push(resolve));
      return HttpResponse.json({ message: 'Order saved.' });
    }),
  );
  renderAdmin('/admin');
  const panel = within(await screen.findByRole('region', { name: "Today's Picks" }));
  const shown = () =>
    panel.getAllByRole('button', { name: /^Move .* down$/ }).map((button) => button.getAttribute('aria-label'));

  fireEvent.click(await panel.findByRole('button', { name: 'Move One down' }));
  fireEvent.click(panel.getByRole('button', { name: 'Move One down' }));
  const moved = ['Move Two down', 'Move Three down', 'Move One down'];
  expect(shown()).toEqual(moved);
  expect(panel.getByRole('button', { name: 'Move One up' })).toHaveFocus();

  await waitFor(() => expect(sent).toEqual([[2, 1, 3]]));
  running.pop()?.();
  await waitFor(() =>
    expect(sent).toEqual([
      [2, 1, 3],
      [2, 3, 1],
    ]),
  );
  expect(shown()).toEqual(moved);
  running.pop()?.();
  await waitFor(() => expect(panel.getByRole('button', { name: 'Move One down' })).toBeDisabled());
  expect(shown()).toEqual(moved);
});
