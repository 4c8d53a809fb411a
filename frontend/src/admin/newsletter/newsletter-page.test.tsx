import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderAdmin, staffToken } from '../../testing/admin';
import { answers, issue, savedDraft } from '../../testing/newsletter';
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
  expect(card.getByRole('timer')).toHaveTextContent(/^4\d s left to take it back$/);
  expect(screen.getByRole('button', { name: 'Send Newsletter' })).toBeDisabled();

  await user.click(card.getByRole('button', { name: 'Take it back: Light this week' }));
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
  expect(await screen.findByText(/number of subscribers could not be loaded/)).toBeVisible();
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
  const why = /^Skipped: comes with the next daily newsletter, because one about another post went out today/;
  expect(await screen.findByText(why)).toBeVisible();
  const listed = within(
    (await screen.findByRole('heading', { name: 'Sent and scheduled' })).closest('section') as HTMLElement,
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
  state.issue = issue({ status: 'sending', counts: { ...issue().counts, queued: 2, sent: 1 } });
  await waitFor(async () => expect(await subject()).toHaveValue('Draft 2'));
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '1');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('mwanga-unsaved-newsletter'))).toEqual([]);
});

test('what was typed and not sent is offered again', async () => {
  const values = { subject: 'From before', html: '<p>Kept</p>' };
  const key = 'mwanga-unsaved-newsletter:editor@example.com:one';
  localStorage.setItem(key, JSON.stringify({ values, keptAt: Date.now() }));
  answers();
  renderAdmin('/admin/newsletter');
  await subject();
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await subject()).toHaveValue('From before');
  await user.click(screen.getByRole('button', { name: 'Text' }));
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveTextContent('Kept');
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
  renderAdmin('/admin/newsletter?tab=sent');
  await user.click(await screen.findByRole('button', { name: 'Report of Light this week' }));
  expect(await screen.findByText('550 5.1.1 nobody of this name')).toBeVisible();
  expect(await screen.findByText('uncertain@example.com')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send these again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 2 e-mails again?' }));
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
  expect(await screen.findByText('1 of 3 e-mails')).toBeVisible();
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
  renderAdmin('/admin/newsletter?tab=daily');
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
  renderAdmin('/admin/newsletter?tab=sent');
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
  const words =
    '2 subscribers unsubscribed by a link of this newsletter. Clicks are not counted now: that is switched off under Settings, Newsletter.';
  expect(screen.getByText(words)).toBeVisible();
});

test('an issue without counted links says so', async () => {
  answers(issue({ status: 'sent' }));
  renderAdmin('/admin/newsletter?tab=sent');
  await user.click(await screen.findByRole('button', { name: 'Report of Light this week' }));
  expect(await screen.findByText('No link of this newsletter is counted.')).toBeVisible();
  expect(screen.getByText('Nobody unsubscribed by a link of this newsletter.')).toBeVisible();
});

test('each post is one row: added, ordered, led and removed there, and the text follows', async () => {
  const state = answers();
  renderAdmin('/admin/newsletter');
  await subject();
  await user.click(screen.getByRole('button', { name: 'Add: Story two' }));
  expect(screen.getByRole('button', { name: 'Add: Story three' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Add: Story three' }));
  const order = screen.getByRole('list', { name: 'Order of the newsletter' });
  const titles = (list: HTMLElement) =>
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('p')?.textContent);
  expect(titles(order)).toEqual(['Story two', 'Story three']);
  expect(titles(screen.getByRole('list', { name: 'More posts' }))).toEqual(['Story one']);
  await user.click(screen.getByRole('button', { name: 'Make it the lead: Story three' }));
  expect(titles(order)).toEqual(['Story three', 'Story two']);
  await user.click(screen.getByRole('button', { name: 'Remove: Story two' }));
  expect(titles(order)).toEqual(['Story three']);
  expect(titles(screen.getByRole('list', { name: 'More posts' }))).toEqual(['Story one', 'Story two']);
  // The same words as a text stand in the same place, and not beside it.
  expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Text' }));
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveTextContent('DigestStory threeAbout three.');
  expect(screen.queryByRole('list', { name: 'More posts' })).toBeNull();
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
  await user.click(screen.getByRole('button', { name: 'Add: Story one' }));
  expect(await subject()).toHaveValue('');
  await user.type(await subject(), 'Story one');
  await user.click(screen.getByRole('button', { name: 'Add: Story two' }));
  await user.click(screen.getByRole('button', { name: 'Make it the lead: Story two' }));
  expect(await subject()).toHaveValue('Story two');
  await user.type(await subject(), ', and more');
  await user.click(screen.getByRole('button', { name: 'Make it the lead: Story one' }));
  expect(await subject()).toHaveValue('Story two, and more');
});

test('a newsletter of a chosen time says when it goes out, and is taken back to the drafts', async () => {
  const state = answers();
  const router = renderAdmin('/admin/newsletter');
  await user.type(await subject(), '!');
  await user.selectOptions(screen.getByLabelText(/^Goes out/), 'At a time of your choice');
  await user.click(screen.getByRole('button', { name: 'Schedule Newsletter' }));
  await screen.findByText('Newsletter scheduled');
  expect(router.state.location.search).toBe('?tab=sent&issue=7');
  const card = within(await screen.findByRole('region', { name: 'Light this week' }));
  expect(card.getByText('Goes out Tue 1 Dec, 07:00')).toBeVisible();
  expect(card.getByText('You can take it back until then. Taken back, it is among the drafts again.')).toBeVisible();
  expect(card.queryByRole('timer')).toBeNull();
  // What is written next is another newsletter: nothing waits for that time in the form.
  await user.click(screen.getByRole('link', { name: 'Write' }));
  expect(await subject()).toHaveValue('Draft 2');
  expect(screen.queryByRole('region', { name: 'Light this week' })).toBeNull();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('mwanga-unsaved-newsletter'))).toEqual([]);

  state.saved = [savedDraft({ subject: 'Light this week' })];
  await user.click(screen.getByRole('link', { name: 'Sent' }));
  const list = within(await screen.findByRole('region', { name: 'Sent and scheduled' }));
  expect(list.getByText(/^Goes out /)).toBeVisible();
  await user.click(list.getByRole('button', { name: 'Take it back: Light this week' }));
  await screen.findByText('Nothing was sent');
  expect(await list.findByText('Taken back')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Write' }));
  expect(await screen.findByRole('button', { name: 'Open Light this week' })).toBeVisible();
});

test('an empty time is not now', async () => {
  const state = answers();
  renderAdmin('/admin/newsletter');
  await subject();
  await user.selectOptions(screen.getByLabelText(/^Goes out/), 'At a time of your choice');
  await user.clear(screen.getByLabelText('Time'));
  await user.click(screen.getByRole('button', { name: 'Schedule Newsletter' }));
  // The server refuses it.
  await waitFor(() => expect(state.sent).toMatchObject([{ send_at: '' }]));
});

test.each([
  ['', 'Write'],
  ['?tab=daily', 'Daily'],
  ['?tab=elsewhere', 'Write'],
  ['?page=2', 'Sent'],
  ['?issue=7', 'Sent'],
])('the address %s leads to %s', async (search, tab) => {
  answers(issue({ status: 'sent' }));
  renderAdmin(`/admin/newsletter${search}`);
  const tabs = within(await screen.findByRole('navigation', { name: 'Newsletter' }));
  expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent(tab);
});

test('what is typed stays while somebody looks at another tab', async () => {
  answers();
  renderAdmin('/admin/newsletter');
  await user.type(await subject(), ', not saved');
  await user.click(screen.getByRole('link', { name: 'Daily' }));
  expect(await screen.findByLabelText(/^Time of day/)).toBeVisible();
  expect(screen.queryByLabelText(/^Subject/)).not.toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Write' }));
  expect(await subject()).toHaveValue('Draft 1, not saved');
});

test('the daily newsletter says when the next one goes out, and what stands in it', async () => {
  const state = answers();
  state.schedule = { enabled: true, time: '06:30', minimum: 3, next_at: '2026-12-01T03:30:00Z' };
  renderAdmin('/admin/newsletter?tab=daily');
  const next = within(await screen.findByRole('region', { name: /^The next one goes out Tue 1 Dec/ }));
  expect(await next.findByText(/^2 posts are new so far, for 3 subscribers\./)).toHaveTextContent(
    'It goes out only if 3 posts are new by then.',
  );
  expect(next.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['Story one', 'Story two']);
});
