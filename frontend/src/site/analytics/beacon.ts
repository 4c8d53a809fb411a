// Analytics beacon: sends page views, deal clicks and shares, without cookies, identifiers or browser storage.
// Nothing is sent with Do Not Track or Global Privacy Control, or for signed-in staff.
import type { components } from '../../api/schema';
import { readToken } from '../../api/tokens';

type TrackInput = components['schemas']['TrackInput'];

/** Sends one event, if tracking is allowed. Does not wait, and never throws. */
export function track(eventType: TrackInput['eventType'], metadata: Partial<TrackInput['metadata']> = {}): void {
  if (isTrackingRefused() || readToken('staff')) return;
  const body = new Blob([JSON.stringify({ eventType, metadata })], { type: 'application/json' });
  navigator.sendBeacon?.('/api/analytics/track', body);
}

/** Whether Do Not Track, by its old and new names, or Global Privacy Control is on. */
function isTrackingRefused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  const ofWindow = (window as Window & { doNotTrack?: string }).doNotTrack;
  return doNotTrack === '1' || doNotTrack === 'yes' || ofWindow === '1' || globalPrivacyControl === true;
}

let currentPostId: number | null = null;
let isListening = false;
let isFirstView = true;

/** Counts a view of a post, and from then on clicks in it. */
export function trackPostView(id: number): void {
  currentPostId = id;
  if (!isListening) {
    isListening = true;
    document.addEventListener('click', onClick);
    document.addEventListener('auxclick', onClick);
  }
  onceVisible(() => {
    // Only the first page of a visit has an external referrer.
    const referrer = isFirstView ? hostOf(document.referrer) : undefined;
    isFirstView = false;
    track('post_view', { post_id: id, referrer });
  });
}

/** Counts a page once it is visible: it may be opened in the background, or prerendered. */
function onceVisible(count: () => void): void {
  if (document.visibilityState === 'visible') count();
  else document.addEventListener('visibilitychange', () => onceVisible(count), { once: true });
}

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).host;
  } catch {
    return undefined;
  }
}

function onClick(event: MouseEvent): void {
  // Left and middle button open a link; the right one does not.
  if (!(event.target instanceof Element) || event.button > 1 || currentPostId === null) return;
  const deal = event.target.closest('.deal-link, .compared-link')?.closest('li, tr');
  if (deal?.parentElement) {
    // Deals that are over are counted, too: their row has no link.
    const place = Array.from(deal.parentElement.children).indexOf(deal);
    track('deal_click', { post_id: currentPostId, deal: place });
    return;
  }
  const button = event.target.closest<HTMLElement>('.share [data-method]');
  if (button) track('share', { post_id: currentPostId, method: button.dataset.method });
}
