import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { track, trackPostView } from './beacon';

const sent = vi.fn<(url: string, body: Blob) => boolean>(() => true);

beforeEach(() => {
  sent.mockClear();
  vi.stubGlobal('navigator', { sendBeacon: sent });
  document.body.innerHTML = '';
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function events(): Promise<unknown[]> {
  return Promise.all(
    sent.mock.calls.map(async ([url, body]) => ({ url, type: body.type, ...JSON.parse(await body.text()) })),
  );
}

const envelope = { url: '/api/analytics/track', type: 'application/json' };

test('a post that is shown counts, with the host that led to it the first time', async () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://search.example/find?q=secret');
  trackPostView(7);
  trackPostView(8);
  expect(await events()).toEqual([
    { ...envelope, eventType: 'post_view', metadata: { post_id: 7, referrer: 'search.example' } },
    { ...envelope, eventType: 'post_view', metadata: { post_id: 8 } },
  ]);
});

test('presses on deals and share links count, others do not', async () => {
  document.body.innerHTML = `<aside class="deal-box"><ul><li class="deal">Over</li><li class="deal"><a class="deal-link"><span id="second">2</span></a></li></ul></aside>
    <table><tbody><tr></tr><tr></tr><tr><td><a class="compared-link" id="third">3</a></td></tr></tbody></table>
    <section class="share"><button id="copy" data-method="copy_link">Copy</button></section><a id="other">Other</a>`;
  trackPostView(7);
  sent.mockClear();
  const press = (id: string, button = 0) =>
    document
      .getElementById(id)
      ?.dispatchEvent(new MouseEvent(button ? 'auxclick' : 'click', { bubbles: true, button }));
  press('second');
  press('second', 1);
  press('second', 2);
  press('third');
  press('copy');
  press('other');
  const click = { ...envelope, eventType: 'deal_click', metadata: { post_id: 7, deal: 1 } };
  expect(await events()).toEqual([
    click,
    click,
    { ...click, metadata: { post_id: 7, deal: 2 } },
    { ...envelope, eventType: 'share', metadata: { post_id: 7, method: 'copy_link' } },
  ]);
});

test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Do Not Track as old browsers say it', { doNotTrack: 'yes' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
])('%s: nothing is sent', async (_, wish) => {
  vi.stubGlobal('navigator', { sendBeacon: sent, ...wish });
  trackPostView(7);
  track('newsletter_signup');
  expect(sent).not.toHaveBeenCalled();
});

test('staff send nothing, readers who did not object do', async () => {
  localStorage.setItem('admin_token', 'a.b.c');
  track('newsletter_signup');
  expect(sent).not.toHaveBeenCalled();
  localStorage.clear();
  vi.stubGlobal('navigator', { sendBeacon: sent, doNotTrack: '0', globalPrivacyControl: false });
  track('newsletter_signup');
  expect(await events()).toEqual([{ ...envelope, eventType: 'newsletter_signup', metadata: {} }]);
});
