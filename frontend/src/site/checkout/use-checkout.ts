import { useEffect, useRef, useState } from 'react';
import { captureOrder, makeOrder } from '../../api/queries/subscriptions';
import type { Captured } from '../../api/types';
import { keepPurchase } from '../subscription-status/purchase-memory';
import { count } from './count';
import { forgetApproved, forgetOrder, type Order, rememberApproved, startOver } from './order-memory';
import { captureTrouble, isLost, orderTrouble, type Trouble, walletTrouble, wasNotApproved } from './trouble';

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
  /** The wallet's order that its buttons were opened with. */
  const opened = useRef<string>(undefined);
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
    opened.current = undefined;
    count('checkout_started', plan);
    try {
      const { data } = await makeOrder(
        { plan, payment_method: 'paypal', email: order.email ?? '', auto_subscribe_all: order.all ?? false },
        order.key ?? '',
      );
      opened.current = data.payment_id;
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

  /** Asks for the money until there is a clear answer; asking twice charges once. `reported`: the wallet told an error of its own. */
  async function confirm(paymentId: string, reported = false) {
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
          const trouble = reported && wasNotApproved(cause) ? walletTrouble : captureTrouble(cause);
          if (trouble.way === 'ask') rememberApproved(paymentId);
          else if (trouble.way === 'anew') startOver();
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
      if (refusal.current !== undefined) return fail(orderTrouble(refusal.current));
      // Its buyer may have approved before it went wrong, and then somebody takes the money: only our server knows.
      if (opened.current !== undefined) return void confirm(opened.current, true);
      fail(walletTrouble);
    },
    again: () => setPhase({ kind: 'paying', cancelled: false }),
    ask: () => order.approved && void confirm(order.approved),
  };
}
