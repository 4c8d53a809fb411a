// Session storage: what was chosen so far, kept for this tab. A reload and the way back lose nothing, and no address
// holds an e-mail address.
import { useSyncExternalStore } from 'react';
import { randomId } from '../../api/random-id';
import type { PaymentProvider } from '../../api/types';

export type Order = {
  /** Code of the chosen plan. */
  plan?: string;
  email?: string;
  method?: PaymentProvider;
  /** Whether all newsletters were asked for too. */
  all?: boolean;
  /** Idempotency key of this order. */
  key?: string;
  /** Id of the payment that was approved, or asked for on a phone, and is not done yet, as far as known. */
  approved?: string;
};

const storageKey = 'mwanga-order';
const nothing: Order = {};
let current: Order | null = null;
const listeners = new Set<() => void>();

function readOrder(): Order {
  if (current) return current;
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    current = typeof stored === 'object' && stored !== null ? (stored as Order) : nothing;
  } catch {
    current = nothing; // nothing is kept: the wizard works, until a reload
  }
  return current;
}

function saveOrder(order: Order) {
  current = order;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(order));
  } catch {
    // as above
  }
  for (const listener of listeners) listener();
}

/** The current order; empty on the server and at first paint. */
export function useOrder(): Order {
  return useSyncExternalStore(listen, readOrder, () => nothing);
}

/** Changes the order. Another plan, address or choice is another order with a new key. */
export function changeOrder(change: Pick<Order, 'plan' | 'email' | 'all' | 'method'>): void {
  const before = readOrder();
  const after = { ...before, ...change };
  const same = (['plan', 'email', 'all', 'method'] as const).every((name) => before[name] === after[name]);
  saveOrder(same && before.key ? after : { ...after, key: randomId(), approved: undefined });
}

/** Starts another order of the same, with a new key: the one before has ended at the wallet. */
export function startOver(): void {
  saveOrder({ ...readOrder(), key: randomId(), approved: undefined });
}

/** Stores that the wallet's order was approved: only its capture is missing. */
export function saveApproved(paymentId: string): void {
  saveOrder({ ...readOrder(), approved: paymentId });
}

/** Stores that the same order has to be approved again. */
export function clearApproved(): void {
  saveOrder({ ...readOrder(), approved: undefined });
}

/**
 * Removes a paid order from storage: the next one is another order. The screen of the paid one still shows its values.
 */
export function clearOrder(): void {
  current = { ...readOrder(), key: undefined, approved: undefined };
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // nothing was kept then
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
