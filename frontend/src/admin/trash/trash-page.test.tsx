import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { storeToken } from '../../api/tokens';
import type { TrashEntry } from '../../api/types';
import { adminToken, initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';

const DAY_MS = 86_400_000;
const user = userEvent.setup();

function entry(over: Partial<TrashEntry> = {}): TrashEntry {
  const deleted = Date.now() - 3 * DAY_MS;
  return {
    kind: 'post',
    id: 7,
    title: 'Habari',
    trashed_by: 'Amina',
    trashed_at: new Date(deleted).toISOString(),
    ends_at: '2026-12-24T09:00:00Z',
    ...over,
  };
}

/** A server with this in its trash; answers what was called. */
function serve(entries: TrashEntry[]) {
  const calls: string[] = [];
  const take = ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    calls.push(`${request.method} ${pathname}${search}`);
    entries.splice(
      entries.findIndex(({ kind, id }) => pathname.includes(`${kind === 'media' ? 'media' : `${kind}s`}/${id}`)),
      1,
    );
    return HttpResponse.json({ message: 'Done' });
  };
  server.use(
    http.get('/api/admin/trash', ({ request }) => {
      const kind = new URL(request.url).searchParams.get('kind');
      const data = entries.filter((entry) => !kind || entry.kind === kind);
      return HttpResponse.json({ data, per_page: 20, next: null });
    }),
    http.post('/api/admin/:folder/:id/restore', take),
    http.delete('/api/admin/:folder/:id', take),
    ...initialHandlers(),
  );
  return calls;
}

const rows = async () => within(await screen.findByRole('list', { name: 'Trash' })).getAllByRole('listitem');

beforeEach(() => storeToken('staff', staffToken()));

test('an editor sees who deleted what and when it ends, and restores it', async () => {
  const calls = serve([entry(), entry({ kind: 'media', id: 9, title: 'lamp.png', trashed_by: null })]);
  renderAdmin('/admin/trash');
  const [first, second] = await rows();
  expect(first).toHaveTextContent('Deleted by Amina, 3 days ago · ends on 24 Dec 2026');
  expect(second).toHaveTextContent('lamp.pngFileDeleted 3 days ago');
  expect(screen.queryByRole('button', { name: /forever/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Restore Habari' }));
  await screen.findByText('Post restored as a draft.');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(screen.getByRole('heading', { level: 1, name: 'Trash' })).toHaveFocus();
  expect(calls).toEqual(['POST /api/admin/posts/7/restore']);
});

test('a draft without a title has a name to be restored by', async () => {
  const calls = serve([entry({ title: '' })]);
  renderAdmin('/admin/trash');
  await user.click(await screen.findByRole('button', { name: 'Restore Untitled draft' }));
  await waitFor(() => expect(calls).toEqual(['POST /api/admin/posts/7/restore']));
});

test('an administrator deletes for good after a question', async () => {
  storeToken('staff', adminToken());
  const calls = serve([entry({ kind: 'page', id: 4, title: 'Jobs' })]);
  renderAdmin('/admin/trash');
  await user.click(await screen.findByRole('button', { name: 'Delete forever Jobs' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this page for good?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete forever Jobs' }));
  await user.click(await screen.findByRole('button', { name: 'Delete forever' }));
  await screen.findByText('The trash is empty. What you delete stays here for 30 days before it is gone.');
  expect(calls).toEqual(['DELETE /api/admin/pages/4?forever=true']);
});

test('the list is narrowed to one kind', async () => {
  serve([entry(), entry({ kind: 'media', id: 9, title: 'lamp.png' })]);
  const router = renderAdmin('/admin/trash');
  await rows();
  await user.selectOptions(screen.getByLabelText('Show'), 'Files');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(router.state.location.search).toBe('?kind=media');
  await user.selectOptions(screen.getByLabelText('Show'), 'Pages');
  expect(await screen.findByText('There are none of these in the trash.')).toBeVisible();
});

test('a file that is used again is not deleted, and the screen says why', async () => {
  storeToken('staff', adminToken());
  vi.spyOn(console, 'error').mockImplementation(() => {});
  serve([entry({ kind: 'media', id: 9, title: 'lamp.png' })]);
  const error = 'This file is used. Take it out of what shows it first.';
  server.use(
    http.delete('/api/admin/media/9', () =>
      HttpResponse.json({ error, message: error, code: 'media.in_use' }, { status: 409 }),
    ),
  );
  renderAdmin('/admin/trash');
  await user.click(await screen.findByRole('button', { name: 'Delete forever lamp.png' }));
  await user.click(await screen.findByRole('button', { name: 'Delete forever' }));
  await screen.findByText(error);
  expect(await rows()).toHaveLength(1);
});
