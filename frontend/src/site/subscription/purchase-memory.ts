import type { Captured } from '../../api/types';

const place = 'mwanga-purchase';

/** Keeps what was just bought for this tab: the status page shows it to a guest, who has no account to ask by. */
export function keepPurchase(purchase: Captured): void {
  try {
    sessionStorage.setItem(place, JSON.stringify({ purchase, keptAt: Date.now() }));
  } catch {
    // The receipt comes by mail all the same.
  }
}

/** What was kept, with `server_now` moved on by the time since. */
export function readPurchase(): Captured | null {
  try {
    const { purchase, keptAt } = JSON.parse(sessionStorage.getItem(place) ?? '{}') as Kept;
    if (typeof purchase?.expires_at !== 'string' || typeof keptAt !== 'number') return null;
    const serverNow = new Date(Date.parse(purchase.server_now) + Date.now() - keptAt).toISOString();
    return { ...purchase, server_now: serverNow };
  } catch {
    return null;
  }
}

type Kept = { purchase?: Captured; keptAt?: number };
