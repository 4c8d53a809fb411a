// Session storage: what was chosen so far, kept for this tab. A reload and the way back lose nothing, and no address
// holds an e-mail address.
import { useSyncExternalStore } from 'react';
import { randomId } from '../../api/random-id';

export type Order = {
  /** Code of the chosen plan. */
  plan?: string;
  email?: string;
  /** Whether all newsletters were asked for too. */
  all?: boolean;
  /** The name of this order, so that asking twice makes one. */
  key?: string;
  /** The wallet's order that was approved there and has had no clear answer from us yet. */
  approved?: string;
};

const place = 'mwanga-order';
const nothing: Order = {};
let current: Order | null = null;
const listeners = new Set<() => void>();

function readOrder(): Order {
  if (current) return current;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}');
    current = typeof kept === 'object' && kept !== null ? (kept as Order) : nothing;
  } catch {
    current = nothing; // nothing is kept: the wizard works, until a reload
  }
  return current;
}

function keep(order: Order) {
  current = order;
  try {
    sessionStorage.setItem(place, JSON.stringify(order));
  } catch {
    // as above
  }
  for (const listener of listeners) listener();
}

/** The order as it stands; empty on the server and at first paint. */
export function useOrder(): Order {
  return useSyncExternalStore(listen, readOrder, () => nothing);
}

/** Changes what is ordered: that is another order, with a name of its own. */
export function changeOrder(change: Pick<Order, 'plan' | 'email' | 'all'>): void {
  const before = readOrder();
  const after = { ...before, ...change };
  const same = before.plan === after.plan && before.email === after.email && before.all === after.all;
  keep(same && before.key ? after : { ...after, key: randomId(), approved: undefined });
}

/** Another order of the same: the wallet has done with the one before. */
export function startOver(): void {
  keep({ ...readOrder(), key: randomId(), approved: undefined });
}

/** The wallet says it was approved: from now on only our answer is missing. */
export function rememberApproved(paymentId: string): void {
  keep({ ...readOrder(), approved: paymentId });
}

/** The wallet has to approve it once more; it is the same order. */
export function forgetApproved(): void {
  keep({ ...readOrder(), approved: undefined });
}

/**
 * It is paid: nothing is kept for a reload, and the next order is another one. The screen that says so still shows what
 * it was.
 */
export function forgetOrder(): void {
  current = { ...readOrder(), key: undefined, approved: undefined };
  try {
    sessionStorage.removeItem(place);
  } catch {
    // nothing was kept then
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
