import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderAdmin, staffToken } from '../../testing/admin';
import { answers, issue } from '../../testing/newsletter';
import '../newsletter/newsletter-page'; // loaded here, so that no test waits for the lazy route
import { server } from '../../testing/server';

const user = userEvent.setup();

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('admin_token', staffToken());
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const subject = () => screen.findByLabelText<HTMLInputElement>(/^Subject/);
const sendButton = () => screen.findByRole('button', { name: 'Send Newsletter' });

test('what was edited is sent, and comes back when it is undone', async () => {
  const state = answers();
  renderAdmin('/admin/newsletter');
  expect(await subject()).toHaveValue('Draft 1');
  expect(screen.getByText('3 subscribers')).toBeVisible();
  await user.clear(await subject());
  await user.type(await subject(), 'Light this week');
  await user.click(await sendButton());
  await screen.findByText('Newsletter sent successfully');
  expect(state.sent).toEqual([
    { subject: 'Light this week', preheader: '', html: '<p>Digest</p>', topic: '', send_at: null },
  ]);
  const card = within(await screen.findByRole('region', { name: 'Light this week' }));
  expect(card.getByRole('timer')).toHaveTextContent(/^4\d s left to undo$/);
  expect(screen.getByRole('button', { name: 'Send Newsletter' })).toBeDisabled();

  await user.click(card.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Nothing was sent');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send Newsletter' })).toBeEnabled());
  expect(await subject()).toHaveValue('Light this week');
  expect(screen.queryByRole('list', { name: 'Unsaved work in this browser' })).toBeNull();
  // The next one is another issue.
  await user.click(screen.getByRole('button', { name: 'Send Newsletter' }));
  await waitFor(() => expect(state.keys).toHaveLength(2));
  expect(state.keys[0]).not.toBe(state.keys[1]);
});

test('how many chose a topic is never another number', async () => {
  answers();
  let fails = true;
  server.use(
    http.get('/api/newsletter/admin-audience', () =>
      fails ? HttpResponse.json({ error: 'No.', code: 'x' }, { status: 500 }) : HttpResponse.json({ audience: 1 }),
    ),
  );
  renderAdmin('/admin/newsletter');
  expect(await screen.findByText('3 subscribers')).toBeVisible();
  await user.selectOptions(
    await screen.findByLabelText('Readers'),
    await screen.findByRole('option', { name: 'Phones and gadgets' }),
  );
  expect(screen.queryByText('3 subscribers')).toBeNull();
  expect(await screen.findByText(/could not be read/)).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 subscriber')).toBeVisible();
});

test('an issue of a topic says how many chose it, and goes to those', async () => {
  const state = answers();
  renderAdmin('/admin/newsletter');
  await subject();
  await screen.findByRole('option', { name: 'Phones and gadgets' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Readers' }), 'Phones and gadgets');
  expect(await screen.findByText('1 subscriber')).toBeVisible();
  await user.click(await sendButton());
  await screen.findByText('Newsletter sent successfully');
  expect(state.sent).toMatchObject([{ subject: 'Draft 1', html: '<p>Digest</p>', topic: 'gadgets' }]);
});

test('an issue that the server paused says why', async () => {
  answers(issue({ status: 'paused', pause_reason: 'The mail server could not be reached for a day.' }));
  renderAdmin('/admin/newsletter');
  expect(await screen.findByText('The mail server could not be reached for a day.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Go on' })).toBeVisible();
});

test('a notice that is left to the daily newsletter says why, and offers no report', async () => {
  answers(issue({ kind: 'notify', status: 'skipped', total: 0, created_by: null }));
  renderAdmin('/admin/newsletter?issue=7');
  const why = /^Skipped: comes with the next daily newsletter, because a notice went out today/;
  expect(await screen.findByText(why)).toBeVisible();
  const listed = within(
    (await screen.findByRole('heading', { name: 'Earlier newsletters' })).closest('section') as HTMLElement,
  );
  expect(await listed.findByText(/Skipped: comes with the next daily newsletter/)).toBeVisible();
  expect(screen.queryByText('0 sent')).toBeNull();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('once it goes out a fresh draft is there, and nothing is kept', async () => {
  const state = answers();
  renderAdmin('/admin/newsletter');
  await user.type(await subject(), '!');
  await user.click(await sendButton());
  await screen.findByRole('timer');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('mwanga-unsaved-newsletter'))).toHaveLength(1);
  state.issue = issue({ status: 'sending', counts: { ...issue().counts, queued: 2, sent: 1 } });
  await waitFor(async () => expect(await subject()).toHaveValue('Draft 2'));
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '1');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('mwanga-unsaved-newsletter'))).toEqual([]);
});

test.each([
  ['undone', 1],
  ['waiting', 0],
  ['sent', 0],
] as const)('what went into an issue that is %s is offered %i times', async (status, offers) => {
  const values = { subject: 'From before', html: '<p>Kept</p>' };
  const key = 'mwanga-unsaved-newsletter:editor@example.com:one';
  localStorage.setItem(key, JSON.stringify({ values, issueId: 7, keptAt: Date.now() }));
  answers(issue({ status }));
  renderAdmin('/admin/newsletter');
  await subject();
  if (offers === 0) {
    await waitFor(() => expect(localStorage.getItem(key) === null).toBe(status === 'sent'));
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    return;
  }
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await subject()).toHaveValue('From before');
  expect(screen.getByRole('textbox', { name: 'Digest' })).toHaveTextContent('Kept');
});

test('a call that fails says so, keeps the text, and is the same issue when it is sent again', async () => {
  const state = answers();
  renderAdmin('/admin/newsletter');
  await user.type(await subject(), '?');
  const fields = { subject: 'Say what it is about.' };
  server.use(
    http.post('/api/newsletter/admin-send', ({ request }) => {
      state.keys.push(request.headers.get('idempotency-key') ?? '');
      return HttpResponse.json({ error: 'Check the fields.', code: 'x', fields }, { status: 422 });
    }),
    http.post('/api/newsletter/admin-test', () => HttpResponse.json({ error: 'No.', code: 'x' }, { status: 500 })),
  );
  for (const _ of [1, 2]) await user.click(await sendButton());
  expect(await screen.findAllByText('Failed to send newsletter')).not.toHaveLength(0);
  expect(await screen.findByText('Say what it is about.')).toBeVisible();
  expect(await subject()).toHaveValue('Draft 1?');
  await waitFor(() => expect(state.keys).toHaveLength(2));
  expect(state.keys[0]).toBe(state.keys[1]);
  await user.click(screen.getByRole('button', { name: 'Send test to myself' }));
  await screen.findByText('Failed to send the test');
});

test('a send whose answer was lost keeps its key, however the text is changed, until the server has told', async () => {
  const state = answers();
  renderAdmin('/admin/newsletter');
  const lost = () => HttpResponse.error();
  const reused = () =>
    HttpResponse.json({ error: 'It waits already.', message: '', code: 'request.key_reused' }, { status: 422 });
  for (const answer of [lost, reused, lost]) {
    server.use(
      http.post('/api/newsletter/admin-send', ({ request }) => {
        state.keys.push(request.headers.get('idempotency-key') ?? '');
        return answer();
      }),
    );
    await user.type(await subject(), '!');
    const sent = state.keys.length;
    await user.click(await sendButton());
    await waitFor(() => expect(state.keys).toHaveLength(sent + 1));
    await waitFor(async () => expect(await sendButton()).toBeEnabled());
  }
  expect([state.keys[1] === state.keys[0], state.keys[2] === state.keys[0]]).toEqual([true, false]);
});

test('a test goes to oneself alone', async () => {
  const state = answers();
  server.use(http.post('/api/newsletter/admin-test', () => HttpResponse.json({ message: 'Test sent' })));
  renderAdmin('/admin/newsletter');
  await user.click(await screen.findByRole('button', { name: 'Send test to myself' }));
  await screen.findByText('Test sent');
  expect(state.sent).toEqual([]);
});

test('a report says what failed and why; the uncertain go out again by hand, after a word', async () => {
  const counts = { queued: 0, claimed: 0, sent: 5, failed: 1, uncertain: 2, skipped: 1 };
  answers(issue({ status: 'sent', total: 9, counts }));
  renderAdmin('/admin/newsletter');
  await user.click(await screen.findByRole('button', { name: 'Report of Light this week' }));
  expect(await screen.findByText('550 5.1.1 nobody of this name')).toBeVisible();
  expect(await screen.findByText('uncertain@example.com')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send the uncertain again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 2 mails again?' }));
  expect(dialog.getByText(/each of them may have arrived or not/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Send again' }));
  await screen.findByText('Sent again');
});

test('what fails while somebody looks on stands in the list as well as in the number', async () => {
  const counts = { ...issue().counts, queued: 2, failed: 1 };
  const state = answers(issue({ status: 'sending', counts }));
  server.use(
    http.get('/api/newsletter/admin-issues/7/deliveries', () => {
      const row = (n: number) => ({
        email: `no-${n}@example.com`,
        status: 'failed',
        error: null,
        attempts: 1,
        at: '2026-11-19T06:30:00Z',
      });
      return HttpResponse.json({
        data: Array.from({ length: state.issue?.counts.failed ?? 0 }, (_, n) => row(n + 1)),
        next: null,
      });
    }),
  );
  renderAdmin('/admin/newsletter');
  expect(await screen.findByText('no-1@example.com')).toBeVisible();
  state.issue = issue({ status: 'sending', counts: { ...counts, queued: 1, failed: 2 } });
  expect(await screen.findByText('no-2@example.com', {}, { timeout: 10_000 })).toBeVisible();
});

test('what is under way is held back and goes on', async () => {
  answers(issue({ status: 'sending', counts: { ...issue().counts, queued: 2, sent: 1 } }));
  renderAdmin('/admin/newsletter');
  expect(await screen.findByText('1 of 3 mails')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  await screen.findByText('Newsletter paused');
  await user.click(await screen.findByRole('button', { name: 'Go on' }));
  await screen.findByText('Newsletter goes on');
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();
});

test('the schedule is changed, and what is wrong with it stands at its field', async () => {
  answers();
  const put: unknown[] = [];
  server.use(
    http.put('/api/newsletter/admin-schedule', async ({ request }) => {
      put.push(await request.json());
      if (put.length > 1) return HttpResponse.json(put[1] as object);
      const fields = { minimum: 'At least one.' };
      return HttpResponse.json({ error: 'Check the fields.', code: 'x', fields }, { status: 422 });
    }),
  );
  renderAdmin('/admin/newsletter');
  await user.click(await screen.findByRole('checkbox', { name: 'Send a newsletter every day' }));
  await user.clear(screen.getByLabelText(/^New posts at least/));
  expect(screen.getByText('Not saved yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save schedule' }));
  await screen.findByText('Failed to save the schedule');
  expect(await screen.findByText('At least one.')).toBeVisible();
  await user.type(screen.getByLabelText(/^New posts at least/), '2');
  await user.click(screen.getByRole('button', { name: 'Save schedule' }));
  await screen.findByText('Schedule saved');
  expect(put).toEqual([
    { enabled: true, time: '06:30', minimum: 0 },
    { enabled: true, time: '06:30', minimum: 2 },
  ]);
  expect(screen.queryByText('Not saved yet')).toBeNull();
});

test('the report of an issue names its links, their clicks and shares, and who left by it', async () => {
  const state = answers(issue({ status: 'sent' }));
  state.report = {
    unsubscribed: 2,
    counts_clicks: false,
    links: [
      { url: 'https://mwanga.example/post/slug/taa', title: 'A second lamp', clicks: 1500 },
      { url: 'https://shop.example/offer', title: '', clicks: 500 },
    ],
  };
  renderAdmin('/admin/newsletter');
  await user.click(await screen.findByRole('button', { name: 'Report of Light this week' }));
  const table = within(await screen.findByRole('table', { name: 'Clicks' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'LinkClicksShare',
    'A second lampmwanga.example/post/slug/taa1,50075 %',
    'shop.example/offer50025 %',
  ]);
  expect(table.getByRole('link', { name: 'A second lamp' })).toHaveAttribute(
    'href',
    'https://mwanga.example/post/slug/taa',
  );
  const words = '2 subscribers left by a link of this newsletter. Clicks are not counted now: the settings say so.';
  expect(screen.getByText(words)).toBeVisible();
});

test('an issue without counted links says so', async () => {
  answers(issue({ status: 'sent' }));
  renderAdmin('/admin/newsletter');
  await user.click(await screen.findByRole('button', { name: 'Report of Light this week' }));
  expect(await screen.findByText('No link of this newsletter is counted.')).toBeVisible();
  expect(screen.getByText('Nobody left by a link of this newsletter.')).toBeVisible();
});

test('stories are chosen, ordered and led by the list, and the text follows', async () => {
  const state = answers();
  renderAdmin('/admin/newsletter');
  await subject();
  await user.click(screen.getByRole('checkbox', { name: 'Story two' }));
  await user.click(screen.getByRole('checkbox', { name: 'Story three' }));
  const order = screen.getByRole('list', { name: 'Order of the newsletter' });
  const titles = () =>
    within(order)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('p')?.textContent);
  expect(titles()).toEqual(['Story two', 'Story three']);
  await user.click(screen.getByRole('button', { name: 'Make it the lead: Story three' }));
  expect(titles()).toEqual(['Story three', 'Story two']);
  await user.click(screen.getByRole('checkbox', { name: 'Story two' }));
  expect(screen.getByRole('checkbox', { name: 'Story two' })).not.toBeChecked();
  expect(titles()).toEqual(['Story three']);
  await user.click(await sendButton());
  await screen.findByText('Newsletter sent successfully');
  expect(state.sent).toMatchObject([
    { html: '<p>Digest</p><h2><a href="/post/slug/three">Story three</a></h2><p>About three.</p>' },
  ]);
});

test('the subject follows the lead until somebody writes it', async () => {
  answers();
  renderAdmin('/admin/newsletter');
  await user.clear(await subject());
  await user.click(screen.getByRole('checkbox', { name: 'Story one' }));
  expect(await subject()).toHaveValue('');
  await user.type(await subject(), 'Story one');
  await user.click(screen.getByRole('checkbox', { name: 'Story two' }));
  await user.click(screen.getByRole('button', { name: 'Make it the lead: Story two' }));
  expect(await subject()).toHaveValue('Story two');
  await user.type(await subject(), ', and more');
  await user.click(screen.getByRole('button', { name: 'Make it the lead: Story one' }));
  expect(await subject()).toHaveValue('Story two, and more');
});

test('a newsletter of a chosen time says when it goes out', async () => {
  const state = answers();
  renderAdmin('/admin/newsletter');
  await subject();
  await user.selectOptions(screen.getByLabelText(/^Goes out/), 'At a time');
  expect(screen.getByRole('button', { name: 'Schedule Newsletter' })).toBeEnabled();
  await user.clear(screen.getByLabelText('Time'));
  await user.click(screen.getByRole('button', { name: 'Schedule Newsletter' }));
  // Empty is not now: the server refuses it.
  await waitFor(() => expect(state.sent).toMatchObject([{ send_at: '' }]));
});
