import { activeKind, readClaims, readToken } from '../../api/tokens';
import type { Captured } from '../../api/types';

const place = 'mwanga-purchase';

/**
 * Session storage: keeps what was just bought for this tab; the status page shows it to a guest, who has no account to
 * ask by.
 */
export function keepPurchase(purchase: Captured): void {
  try {
    sessionStorage.setItem(place, JSON.stringify({ purchase, keptAt: Date.now(), by: whoIsSignedIn()?.sub }));
  } catch {
    // The receipt comes by mail all the same.
  }
}

/**
 * What was kept, with `server_now` moved on by the time since; nothing of what an account bought once somebody else, or
 * nobody, is signed in.
 */
export function readPurchase(): Captured | null {
  try {
    const { purchase, keptAt, by } = JSON.parse(sessionStorage.getItem(place) ?? '{}') as Kept;
    if (typeof purchase?.expires_at !== 'string' || typeof keptAt !== 'number') return null;
    if (by && by !== whoIsSignedIn()?.sub) return null;
    const serverNow = new Date(Date.parse(purchase.server_now) + Date.now() - keptAt).toISOString();
    return { ...purchase, server_now: serverNow };
  } catch {
    return null;
  }
}

/** Somebody else may use this tab now. */
export function forgetPurchase(): void {
  try {
    sessionStorage.removeItem(place);
  } catch {
    // nothing was kept then
  }
}

/** The account that is signed in, as its token says. */
export function whoIsSignedIn() {
  const kind = activeKind();
  return kind && readClaims(readToken(kind) ?? '');
}

type Kept = { purchase?: Captured; keptAt?: number; by?: string };
