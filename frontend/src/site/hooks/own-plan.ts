// Local storage: until when the plan of whoever is signed in runs, as "UNTIL ACCOUNT ASKED", both times in ms since
// 1970. `theme.inline.js` reads it before the first paint, and `api/tokens.ts` removes it with the session.
import { api } from '../../api/client';
import { activeKind, readToken, signedInClaims } from '../../api/tokens';
import type { OwnSubscription } from '../../api/types';

type OwnPlan = Pick<OwnSubscription, 'subscribed' | 'expires_at' | 'server_now'>;

const key = 'plan';
const askAgainMs = 60 * 60 * 1000;

/**
 * Asks whether who is signed in has a plan, once an hour, and marks the page. A session that has ended is no matter of
 * this call: it must not get between a reader and a page.
 */
export async function learnOwnPlan(now = Date.now()): Promise<void> {
  const kind = activeKind();
  if (!kind) return;
  const [, account, asked] = read().split(' ');
  if (account !== signedInClaims()?.sub) markPlan(false);
  else if (Math.abs(now - Number(asked)) < askAgainMs) return;
  const headers = { Authorization: `Bearer ${readToken(kind)}` };
  saveOwnPlan(await api.get<OwnPlan>('/subscriptions/status', { auth: 'none', headers }), now);
}

/** Stores what the server said of the plan of whoever is signed in, and marks the page. Its clock counts. */
export function saveOwnPlan({ subscribed, expires_at, server_now }: OwnPlan, now = Date.now()): void {
  const account = signedInClaims()?.sub;
  if (!account) return;
  const until = subscribed && expires_at ? now + Date.parse(expires_at) - Date.parse(server_now) : 0;
  try {
    localStorage.setItem(key, `${until} ${account} ${now}`);
  } catch {
    // Storage is full or switched off: the next page asks again.
  }
  markPlan(until > now);
}

/** Sets the class that shows "Subscription" in place of "Subscribe". */
function markPlan(has: boolean): void {
  document.documentElement.classList.toggle('has-plan', has);
}

function read(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
