import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const user = userEvent.setup();
const PICKS = '/api/admin/todays-picks';

test('an end is set and taken away beside its pick, and a refused one stays to be mended', async () => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const pick = { ...adminPost({ is_today_pick: true }), pick_until: null as string | null };
  const sent: unknown[] = [];
  let refused = true;
  server.use(...initialHandlers([adminPost()]));
  server.use(
    http.get(PICKS, () => HttpResponse.json({ data: [pick] })),
    http.put(PICKS, async ({ request }) => {
      const body = (await request.json()) as { ends: { id: number; until: string | null }[] };
      if (refused) {
        const problem = { error: 'No.', message: 'No.', code: 'picks.invalid', fields: { ends: 'It lies behind.' } };
        return HttpResponse.json(problem, { status: 422 });
      }
      sent.push(body);
      pick.pick_until = body.ends[0]?.until ?? null;
      return HttpResponse.json({ message: 'Order saved.' });
    }),
  );
  renderAdmin('/admin');
  const panel = within(await screen.findByRole('region', { name: "Today's Picks" }));
  expect(await panel.findByText(/^No end/)).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Set end of Habari' }));
  await user.type(panel.getByLabelText('Pick until'), '2030-12-01T10:00');
  await user.click(panel.getByRole('button', { name: 'Save end' }));
  expect(await panel.findByText('It lies behind.')).toBeVisible();
  expect(panel.getByLabelText('Pick until')).toHaveValue('2030-12-01T10:00');
  refused = false;
  await user.click(panel.getByRole('button', { name: 'Save end' }));
  expect(await panel.findByText(/^Until 1 Dec 2030, 10:00/)).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Change end of Habari' }));
  await user.click(panel.getByRole('button', { name: 'No end' }));
  expect(await panel.findByText(/^No end/)).toBeVisible();
  expect(sent).toEqual([
    { ids: [], ends: [{ id: 12, until: '2030-12-01T07:00:00.000Z' }] },
    { ids: [], ends: [{ id: 12, until: null }] },
  ]);
});
