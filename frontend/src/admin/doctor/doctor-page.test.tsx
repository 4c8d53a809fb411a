import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { storeToken } from '../../api/tokens';
import { adminToken, initialHandlers, renderAdmin, staffToken } from '../../testing/admin';
import { server } from '../../testing/server';

const record = 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A';
const well = { subject: 'Clock', state: 'well', finding: 'It is 2026-11-20T09:00:00Z.', advice: null };
const warning = {
  subject: 'Free space',
  state: 'warning',
  finding: '900 MB are free for the data folder ./data.',
  advice: 'Free some, or make the disk larger.',
};
const broken = {
  subject: 'DKIM',
  state: 'broken',
  finding: 'Mails are signed, and there is no record to verify them by.',
  advice: `Publish this TXT record at news._domainkey.news.example:\n${record}`,
};
const found = (...checks: object[]) => HttpResponse.json({ checked_at: '2026-11-20T09:00:00Z', checks });

test('what is broken comes first, with the record to copy, and is gone once it is mended', async () => {
  storeToken('staff', adminToken());
  let isMended = false;
  server.use(
    http.get('/api/admin/doctor', () =>
      isMended ? found({ ...broken, state: 'well', advice: null }) : found(well, warning, broken),
    ),
    ...initialHandlers(),
  );
  renderAdmin('/admin/doctor');
  const region = await screen.findByRole('region', { name: 'Broken' });
  expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual([
    'Broken',
    'Warnings',
    'Well',
  ]);
  expect(screen.getByRole('status')).toHaveTextContent('1 broken, 1 warnings, 1 well. 20 Nov 2026, 12:00');
  expect(within(region).getByText('Publish this TXT record at news._domainkey.news.example:')).toBeVisible();
  expect(within(region).getByText(record)).toBeVisible();
  const warnings = screen.getByRole('region', { name: 'Warnings' });
  expect(within(warnings).getByText(warning.advice)).toBeVisible();
  expect(within(warnings).queryByRole('button')).toBeNull();
  const user = userEvent.setup();
  await user.click(within(region).getByRole('button', { name: 'Copy what DKIM needs' }));
  expect(await navigator.clipboard.readText()).toBe(record);
  expect(await screen.findByText('Copied')).toBeInTheDocument();
  isMended = true;
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText(/^0 broken, 0 warnings, 1 well\./)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Broken' })).toBeNull();
});

test('while it checks the button says so, and a failure is told and tried again', async () => {
  storeToken('staff', adminToken());
  let answer = () => {};
  let calls = 0;
  server.use(
    http.get('/api/admin/doctor', async () => {
      calls += 1;
      if (calls > 1) return found(well);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return HttpResponse.json({ error: 'We made a mistake.', code: 'internal' }, { status: 500 });
    }),
    ...initialHandlers(),
  );
  renderAdmin('/admin/doctor');
  expect(await screen.findByRole('button', { name: 'Checking…' })).toBeDisabled();
  answer();
  expect(await screen.findByRole('alert')).toHaveTextContent('The site could not be checked.');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Well' })).toHaveTextContent('Clock');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an editor reads that it is for administrators, and has no link to it', async () => {
  storeToken('staff', staffToken());
  server.use(
    http.get('/api/admin/doctor', () =>
      HttpResponse.json({ error: 'This is for administrators.', code: 'auth.forbidden' }, { status: 403 }),
    ),
    ...initialHandlers(),
  );
  renderAdmin('/admin/doctor');
  expect(await screen.findByRole('alert')).toHaveTextContent('This is for administrators.');
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Health' })).toBeNull();
});
