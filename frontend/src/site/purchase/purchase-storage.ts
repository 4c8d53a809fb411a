import { signedInClaims } from '../../api/tokens';
import type { Purchase } from '../../api/types';

const storageKey = 'mwanga-purchase';

/**
 * Stores a purchase in session storage, for this tab: the status page shows it to guests, who have no account.
 */
export function savePurchase(purchase: Purchase): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ purchase, keptAt: Date.now(), by: signedInClaims()?.sub }));
  } catch {
    // The receipt comes by mail all the same.
  }
}

/**
 * The stored purchase, with `server_now` advanced by the time since then. Null where an account bought it and is not
 * signed in any more.
 */
export function readPurchase(): Purchase | null {
  try {
    const { purchase, keptAt, by } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as StoredPurchase;
    if (typeof purchase?.expires_at !== 'string' || typeof keptAt !== 'number') return null;
    if (by && by !== signedInClaims()?.sub) return null;
    const serverNow = new Date(Date.parse(purchase.server_now) + Date.now() - keptAt).toISOString();
    return { ...purchase, server_now: serverNow };
  } catch {
    return null;
  }
}

/** Removes the stored purchase, at sign-out: somebody else may use this tab next. */
export function clearPurchase(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // nothing was kept then
  }
}

type StoredPurchase = { purchase?: Purchase; keptAt?: number; by?: string };
