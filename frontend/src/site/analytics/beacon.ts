// Tells the server what readers open and click, as counts: no cookie, no identity, nothing stored in the browser.
// Readers who ask not to be followed send nothing, and neither do the newsroom's own people.
import type { components } from '../../api/schema';
import { readToken } from '../../api/tokens';

type TrackInput = components['schemas']['TrackInput'];

/** Sends one event, when nobody objects. Never waits, never fails. */
export function track(eventType: TrackInput['eventType'], metadata: Partial<TrackInput['metadata']> = {}): void {
  if (objects() || readToken('staff')) return;
  const body = new Blob([JSON.stringify({ eventType, metadata })], { type: 'application/json' });
  navigator.sendBeacon?.('/api/analytics/track', body);
}

/** Do Not Track, by its old and new names, and Global Privacy Control. */
function objects(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  const ofWindow = (window as Window & { doNotTrack?: string }).doNotTrack;
  return doNotTrack === '1' || doNotTrack === 'yes' || ofWindow === '1' || globalPrivacyControl === true;
}

let shown: number | null = null;
let listens = false;
let ledHere = true;

/** A post is on the screen: counts it, and from now on what is pressed in it. */
export function postShown(id: number): void {
  shown = id;
  if (!listens) {
    listens = true;
    document.addEventListener('click', pressed);
    document.addEventListener('auxclick', pressed);
  }
  whenSeen(() => {
    // Only the page that was entered was led to from elsewhere.
    const referrer = ledHere ? hostOf(document.referrer) : undefined;
    ledHere = false;
    track('post_view', { post_id: id, referrer });
  });
}

/** A page that was opened in the background, or ahead of time, counts once somebody looks. */
function whenSeen(count: () => void): void {
  if (document.visibilityState === 'visible') count();
  else document.addEventListener('visibilitychange', () => whenSeen(count), { once: true });
}

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).host;
  } catch {
    return undefined;
  }
}

function pressed(event: MouseEvent): void {
  // The left button follows a link, the middle one opens it beside; the right one does neither.
  if (!(event.target instanceof Element) || event.button > 1 || shown === null) return;
  const deal = event.target.closest('.deal-link');
  if (deal) {
    const place = Array.from(document.querySelectorAll('.deal-box .deal-link')).indexOf(deal);
    if (place >= 0) track('deal_click', { post_id: shown, deal: place });
    return;
  }
  const way = event.target.closest<HTMLElement>('.share [data-method]');
  if (way) track('share', { post_id: shown, method: way.dataset.method });
}
