import type { Captured } from '../../api/types';

const place = 'mwanga-purchase';

/** Keeps what was just bought for this tab: the status page shows it to a guest, who has no account to ask by. */
export function keepPurchase(purchase: Captured): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(purchase));
  } catch {
    // The receipt comes by mail all the same.
  }
}

export function readPurchase(): Captured | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? 'null');
    const isOne = typeof kept === 'object' && kept !== null && typeof (kept as Captured).expires_at === 'string';
    return isOne ? (kept as Captured) : null;
  } catch {
    return null;
  }
}
