import { useEffect, useRef, useState } from 'react';
import { captureOrder, makeOrder } from '../../api/queries/subscriptions';
import type { Captured } from '../../api/types';
import { keepPurchase } from '../subscription/purchase-memory';
import { count } from './count';
import { forgetApproved, forgetOrder, type Order, rememberApproved, startOver } from './order-memory';
import { captureTrouble, isLost, orderTrouble, type Trouble } from './trouble';

export type Phase =
  | { kind: 'paying'; cancelled: boolean }
  /** Approved in the wallet; `slow`: our own answer was lost once, and is asked for again. */
  | { kind: 'confirming'; slow: boolean }
  | { kind: 'paid'; purchase: Captured }
  | { kind: 'trouble'; trouble: Trouble };

/** How long to wait before each further try to hear about an approved payment. */
const pauses = [1000, 2000, 4000, 8000];
const onwardMs = 3000;

/** The payment of one order: what the wallet calls, and what the screen shows meanwhile. */
export function useCheckout(order: Order) {
  const [phase, setPhase] = useState<Phase>(() =>
    order.approved ? { kind: 'confirming', slow: true } : { kind: 'paying', cancelled: false },
  );
  const plan = order.plan ?? '';
  /** Why the wallet got no order from us: it calls `onError` then, with words of its own. */
  const refusal = useRef<unknown>(undefined);
  const here = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit of the step
  useEffect(() => {
    here.current = true;
    // Approved before this page was loaded: only the answer is missing.
    if (order.approved) void confirm(order.approved);
    return () => {
      here.current = false;
    };
  }, []);

  function fail(trouble: Trouble) {
    count('payment_failed', plan);
    setPhase({ kind: 'trouble', trouble });
  }

  async function createOrder(): Promise<string> {
    refusal.current = undefined;
    count('checkout_started', plan);
    try {
      const { data } = await makeOrder(
        { plan, payment_method: 'paypal', email: order.email ?? '', auto_subscribe_all: order.all ?? false },
        order.key ?? '',
      );
      return data.payment_id;
    } catch (cause) {
      refusal.current = cause;
      throw cause;
    }
  }

  async function approved(paymentId: string) {
    rememberApproved(paymentId);
    count('payment_approved', plan);
    await confirm(paymentId);
  }

  /** Asks for the money until there is a clear answer; asking twice charges once. */
  async function confirm(paymentId: string) {
    setPhase((now) => (now.kind === 'confirming' ? now : { kind: 'confirming', slow: false }));
    for (let tried = 0; here.current; tried++) {
      try {
        const purchase = await captureOrder(paymentId);
        keepPurchase(purchase);
        setPhase({ kind: 'paid', purchase });
        forgetOrder();
        setTimeout(() => window.location.assign('/subscription-status'), onwardMs);
        return;
      } catch (cause) {
        const pause = pauses[tried];
        if (!isLost(cause) || pause === undefined) {
          const trouble = captureTrouble(cause);
          if (trouble.way === 'anew') startOver();
          else if (trouble.way === 'again') forgetApproved();
          return fail(trouble);
        }
        setPhase({ kind: 'confirming', slow: true });
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  return {
    phase,
    createOrder,
    approved,
    cancelled: () => setPhase({ kind: 'paying', cancelled: true }),
    failed: (cause: unknown) => {
      console.error(cause);
      fail(
        refusal.current === undefined
          ? { text: 'The wallet reported an error. Nothing was charged.', way: 'again' }
          : orderTrouble(refusal.current),
      );
    },
    again: () => setPhase({ kind: 'paying', cancelled: false }),
    ask: () => order.approved && void confirm(order.approved),
  };
}
