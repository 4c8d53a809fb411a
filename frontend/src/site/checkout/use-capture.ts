import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react';
import { findPayment } from '../../api/queries/payment';
import { captureOrder } from '../../api/queries/subscriptions';
import type { PaymentFlow } from '../../api/types';
import { saveOwnPlan } from '../hooks/own-plan';
import { clearApproved, clearOrder, type Order, saveApproved, startOver } from '../purchase/order-storage';
import { savePurchase } from '../purchase/purchase-storage';
import type { Phase } from './checkout-phase';
import { captureError, isOutcomeUnknown, type PaymentError, walletError, wasNotApproved } from './payment-errors';

/** Backoff: delay before each retry of a capture whose result is unknown. */
const retryDelaysMs = [1000, 2000, 4000, 8000];
const redirectDelayMs = 3000;

/** Delay between questions what became of a request on a phone. */
const phoneDelayMs = 2000;

/**
 * Captures an approved payment, and retries until the result is known; captures are idempotent. One that is pushed to a
 * phone is waited for first.
 */
export function useCapture(
  order: Order,
  flow: PaymentFlow,
  setPhase: Dispatch<SetStateAction<Phase>>,
  fail: (error: PaymentError) => void,
) {
  const isMounted = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit of the step
  useEffect(() => {
    isMounted.current = true;
    // Approved before this page was loaded: only the capture is missing.
    if (order.approved) void confirm(order.approved);
    return () => {
      isMounted.current = false;
    };
  }, []);

  /** `reported`: the wallet reported an error. */
  async function confirm(paymentId: string, reported = false) {
    setPhase((now) => (now.kind === 'confirming' ? now : { kind: 'confirming', slow: false }));
    if (flow === 'push' && !(await isPaidOnPhone(paymentId))) return;
    for (let attempt = 0; isMounted.current; attempt++) {
      try {
        const purchase = await captureOrder(paymentId);
        savePurchase(purchase);
        if (!purchase.needs_verification) saveOwnPlan({ subscribed: true, ...purchase });
        setPhase({ kind: 'paid', purchase });
        clearOrder();
        setTimeout(() => window.location.assign('/subscription-status'), redirectDelayMs);
        return;
      } catch (cause) {
        const delayMs = retryDelaysMs[attempt];
        if (!isOutcomeUnknown(cause) || delayMs === undefined) {
          const error = reported && wasNotApproved(cause) ? walletError : captureError(cause);
          saveOutcome(error, paymentId);
          return fail(error);
        }
        setPhase({ kind: 'confirming', slow: true });
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    }
  }

  /** Waits until a request on a phone has ended. */
  async function isPaidOnPhone(paymentId: string): Promise<boolean> {
    while (isMounted.current) {
      try {
        const { state, message } = await findPayment(paymentId);
        if (state === 'paid') return true;
        if (state !== 'waiting') {
          const error: PaymentError =
            state === 'failed'
              ? { text: message, remedy: 'anew' }
              : { title: 'We are looking into this payment', text: message, remedy: 'ask' };
          saveOutcome(error, paymentId);
          fail(error);
          return false;
        }
        setPhase({ kind: 'confirming', slow: false, onPhone: message });
      } catch (cause) {
        // Without an answer it is asked again, for as long as the page is open.
        if (!isOutcomeUnknown(cause)) {
          const error = captureError(cause);
          saveOutcome(error, paymentId);
          fail(error);
          return false;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, phoneDelayMs));
    }
    return false;
  }
  return confirm;
}

/** Stores what a reload needs to know of the payment, by the remedy of the error. */
function saveOutcome({ remedy }: PaymentError, paymentId: string): void {
  if (remedy === 'ask') saveApproved(paymentId);
  else if (remedy === 'anew') startOver();
  else if (remedy === 'again') clearApproved();
}
