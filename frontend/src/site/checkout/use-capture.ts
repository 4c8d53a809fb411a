import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react';
import { captureOrder } from '../../api/queries/subscriptions';
import { keepPurchase } from '../subscription-status/purchase-storage';
import type { Phase } from './checkout-phase';
import { forgetApproved, forgetOrder, type Order, rememberApproved, startOver } from './order-storage';
import { captureError, isLost, type PaymentError, walletError, wasNotApproved } from './payment-errors';

/** Backoff: how long to wait before each further try to hear about an approved payment. */
const pauses = [1000, 2000, 4000, 8000];
const onwardMs = 3000;

/** Capture of an approved payment, repeated until there is a clear answer; asking twice charges once. */
export function useCapture(
  order: Order,
  setPhase: Dispatch<SetStateAction<Phase>>,
  fail: (error: PaymentError) => void,
) {
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

  /** `reported`: the wallet told an error of its own. */
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
          const error = reported && wasNotApproved(cause) ? walletError : captureError(cause);
          rememberFor(error, paymentId);
          return fail(error);
        }
        setPhase({ kind: 'confirming', slow: true });
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  return confirm;
}

/** What a reload will need to know of the payment, by its remedy. */
function rememberFor({ remedy }: PaymentError, paymentId: string): void {
  if (remedy === 'ask') rememberApproved(paymentId);
  else if (remedy === 'anew') startOver();
  else if (remedy === 'again') forgetApproved();
}
