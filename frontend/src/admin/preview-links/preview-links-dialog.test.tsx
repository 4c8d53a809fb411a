import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PreviewLink } from '../../api/types';
import { initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { adminPost } from '../../testing/posts';
import { server } from '../../testing/server';

const user = userEvent.setup();
const LINKS = '/api/admin/posts/12/preview-links';

beforeEach(() => {
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

function link(changes: Partial<PreviewLink> = {}): PreviewLink {
  return {
    id: 3,
    made_by: 'amina',
    created_at: '2026-12-01T06:00:00.000Z',
    expires_at: '2026-12-08T06:00:00.000Z',
    is_live: true,
    may_approve: true,
    last_opened_at: null,
    answer_count: 0,
    agreed_at: null,
    agreement_holds: false,
    ...changes,
  };
}

async function openDialog(links: () => PreviewLink[]) {
  server.use(
    ...initialHandlers([adminPost()]),
    http.get(LINKS, () => HttpResponse.json({ data: links() })),
  );
  renderAdmin('/admin');
  await user.click(await screen.findByRole('button', { name: /^Edit Habari/ }));
  await user.click(await screen.findByRole('button', { name: 'Preview links' }));
  return within(await screen.findByRole('dialog', { name: 'Preview links' }));
}

test('a new link is made once and its address is shown to be copied', async () => {
  const links: PreviewLink[] = [];
  const sent: unknown[] = [];
  const keys = new Set<string | null>();
  const dialog = await openDialog(() => links);
  await dialog.findByText('Nobody outside has a link to this post.');
  let fails = true;
  server.use(
    http.post(LINKS, async ({ request }) => {
      sent.push(await request.json());
      keys.add(request.headers.get('idempotency-key'));
      if (fails) return HttpResponse.error();
      links.push(link());
      return HttpResponse.json({ ...link(), url: 'https://mwanga.example/preview/abc' }, { status: 201 });
    }),
  );
  await user.selectOptions(dialog.getByLabelText('Good for'), '3 days');
  await user.click(dialog.getByRole('checkbox'));
  await user.click(dialog.getByRole('button', { name: 'Make link' }));
  expect(await dialog.findByText(/^Network error/)).toBeVisible();
  fails = false;
  await user.click(dialog.getByRole('button', { name: 'Make link' }));
  expect(await dialog.findByLabelText('New link')).toHaveValue('https://mwanga.example/preview/abc');
  expect(sent).toEqual([
    { days: 3, may_approve: false },
    { days: 3, may_approve: false },
  ]);
  expect(keys.size).toBe(1);
  expect(await dialog.findByText(/Not opened yet/)).toBeVisible();
});

test('links say what came of them, and live ones can be ended', async () => {
  const links = [
    link({ agreed_at: '2026-12-03T06:00:00.000Z', agreement_holds: true, answer_count: 1 }),
    link({ id: 2, agreed_at: '2026-12-02T06:00:00.000Z', answer_count: 1 }),
    link({ id: 1, is_live: false, may_approve: false, answer_count: 2, last_opened_at: '2026-12-01T07:00:00.000Z' }),
  ];
  const dialog = await openDialog(() => links);
  const rows = within(await dialog.findByRole('list', { name: 'Links' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('Agreed on 3 Dec 2026.');
  expect(rows[1]).toHaveTextContent('Agreed on 2 Dec 2026; the text was changed since.');
  expect(rows[2]).toHaveTextContent('Ended, only for reading');
  expect(rows[2]).toHaveTextContent('Left 2 notes.');
  const buttons = dialog.getAllByRole('button', { name: 'End link' });
  expect(buttons).toHaveLength(2);
  server.use(
    http.delete('/api/admin/preview-links/3', () => {
      links[0] = link({ is_live: false });
      return HttpResponse.json({ message: 'The link has ended.' });
    }),
  );
  await user.click(buttons[0] as HTMLElement);
  expect(await screen.findByText('The link has ended.')).toBeInTheDocument();
  expect(dialog.getAllByRole('button', { name: 'End link' })).toHaveLength(1);
});
