import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { storeToken } from '../../api/tokens';
import type { BackupDownload, BackupList, BackupSchedule } from '../../api/types';
import { adminToken, initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';

const MB = 1024 * 1024;

const schedule: BackupSchedule = {
  scheduled: false,
  last_good_at: null,
  overdue: false,
  error: null,
  tested_at: null,
  test_error: null,
  newest: [],
};

function download(over: Partial<BackupDownload> = {}): BackupDownload {
  return {
    id: 7,
    status: 'waiting',
    created_at: '2026-11-24T09:00:00Z',
    finished_at: null,
    expires_at: '2026-11-25T09:00:00Z',
    size_bytes: null,
    encrypted: false,
    done_bytes: 0,
    total_bytes: 0,
    error: null,
    ...over,
  };
}

const done = download({ status: 'done', finished_at: '2026-11-24T09:01:00Z', size_bytes: 3 * MB });

function answered(list: Partial<BackupList> = {}) {
  const body: BackupList = { data: [], encrypted: false, schedule, ...list };
  return http.get('/api/admin/backups', () => HttpResponse.json(body));
}

const open = async () => {
  renderAdmin('/admin/backups');
  return within(await screen.findByRole('region', { name: 'Make a backup to download' }));
};

test('an administrator makes a backup, watches it, and downloads it', async () => {
  storeToken('staff', adminToken());
  const states = [download(), download({ status: 'running', done_bytes: 41 * MB, total_bytes: 120 * MB }), done];
  let [requests, reads] = [0, 0];
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.href);
  });
  server.use(
    http.get('/api/admin/backups', () => {
      const state = requests ? states[Math.min(reads++, 2)] : undefined;
      return HttpResponse.json({ data: state ? [state] : [], encrypted: false, schedule });
    }),
    http.post('/api/admin/backups', ({ request }) => {
      expect(request.headers.get('idempotency-key')).toBeTruthy();
      requests += 1;
      return HttpResponse.json({ backup: states[0], message: 'The backup is being made.' }, { status: 201 });
    }),
    http.post('/api/admin/backups/7/link', () =>
      HttpResponse.json({ url: 'https://news.example/api/backups/download?code=x', expires_at: done.expires_at }),
    ),
    ...initialHandlers(),
  );
  const part = await open();
  expect(part.getByText('There is none to download now.')).toBeVisible();
  expect(part.getByText('It is not encrypted')).toBeVisible();
  const user = userEvent.setup();
  await user.click(part.getByRole('button', { name: 'Make a backup' }));
  expect(await part.findByText('Waits for its turn')).toBeVisible();
  expect(part.getByRole('button', { name: 'Being made...' })).toBeDisabled();
  expect(await part.findByText('41 of about 120 MB')).toBeVisible();
  expect(part.getByRole('progressbar', { name: 'How much of the backup is made' })).toHaveAttribute(
    'max',
    `${120 * MB}`,
  );
  expect(part.getByRole('status')).toHaveTextContent('A backup is being made.');
  const row = within(await part.findByRole('listitem'));
  const button = await row.findByRole('button', { name: 'Download the backup of 24 Nov 2026, 12:00' });
  expect(row.getByText(/3 MB · not encrypted: it holds readers’ addresses · gone at 25 Nov 2026, 12:00/)).toBeVisible();
  expect(part.getByRole('status')).toHaveTextContent('The newest backup can be downloaded.');
  await user.click(button);
  await waitFor(() => expect(followed).toEqual(['https://news.example/api/backups/download?code=x']));
  expect(requests).toBe(1);
});

test('a backup that failed says why, and one that is gone is told when it is asked for', async () => {
  storeToken('staff', adminToken());
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const failed = download({ id: 8, status: 'failed', error: 'cannot make the folder /srv/backups: not a directory' });
  server.use(
    answered({ data: [failed, { ...done, encrypted: true }], encrypted: true }),
    http.post('/api/admin/backups/7/link', () => {
      const error = 'This backup is not there any more.';
      return HttpResponse.json({ error, message: error, code: 'backup.not_found' }, { status: 404 });
    }),
    ...initialHandlers(),
  );
  const part = await open();
  expect(part.getByText('Failed: cannot make the folder /srv/backups: not a directory')).toBeVisible();
  expect(part.getByText(/· encrypted ·/)).toBeVisible();
  expect(part.getByText(/whoever runs the server has the key that opens it/)).toBeVisible();
  await userEvent.setup().click(part.getByRole('button', { name: /^Download/ }));
  expect(await screen.findByText('This backup is not there any more.')).toBeInTheDocument();
});

test('where no backups are scheduled it says what to set', async () => {
  storeToken('staff', adminToken());
  server.use(answered(), ...initialHandlers());
  renderAdmin('/admin/backups');
  const part = within(await screen.findByRole('region', { name: 'Scheduled backups' }));
  expect(part.getByText('No backup is made each night.')).toBeVisible();
  expect(part.getByText('MWANGA_BACKUP_URL')).toBeVisible();
});

test('the state of scheduled backups comes with ages, failures and what to do', async () => {
  storeToken('staff', adminToken());
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const newest = [
    { id: 2, status: 'failed' as const, file_name: null, finished_at: ago(1), size_bytes: null, error: 'no room' },
    {
      id: 1,
      status: 'done' as const,
      file_name: 'mwanga-a.backup',
      finished_at: ago(73),
      size_bytes: 2048,
      error: null,
    },
  ].map((backup) => ({ ...backup, created_at: ago(74) }));
  const state = {
    ...schedule,
    scheduled: true,
    last_good_at: ago(73),
    overdue: true,
    error: 'no room',
    tested_at: ago(100),
    test_error: 'the stored file is not as it was written',
    newest,
  };
  server.use(answered({ schedule: state }), ...initialHandlers());
  renderAdmin('/admin/backups');
  const part = within(await screen.findByRole('region', { name: 'Scheduled backups' }));
  expect(part.getByText('3 days old')).toBeVisible();
  expect(part.getByText('4 days ago')).toBeVisible();
  expect(part.getByText('The newest backup failed:').parentElement).toHaveTextContent('no room');
  expect(part.getByText('The newest test of a restore failed:').parentElement).toHaveTextContent('keep it until');
  expect(part.getAllByRole('listitem', { hidden: true }).map((item) => item.textContent)).toEqual([
    expect.stringContaining('Failed: no room'),
    expect.stringContaining('mwanga-a.backup'),
  ]);
});

test('an editor is told, and a failure to load can be tried again', async () => {
  storeToken('staff', staffToken());
  const error = 'This is for administrators.';
  server.use(
    http.get('/api/admin/backups', () =>
      HttpResponse.json({ error, message: error, code: 'auth.forbidden' }, { status: 403 }),
    ),
    ...initialHandlers(),
  );
  renderAdmin('/admin/backups');
  expect(await screen.findByText(error)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Backups' })).toBeNull();
  server.use(http.get('/api/admin/backups', () => HttpResponse.json({ error: 'No.', code: 'x' }, { status: 500 })));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The backups could not be loaded.')).toBeVisible();
});
