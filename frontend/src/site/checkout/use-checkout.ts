import { useRef, useState } from 'react';
import { createOrder } from '../../api/queries/subscriptions';
import type { PaymentMethod } from '../../api/types';
import { type Order, saveApproved } from '../purchase/order-storage';
import type { Phase } from './checkout-phase';
import { orderError, type PaymentError, walletError } from './payment-errors';
import { trackCheckout } from './track-checkout';
import { useCapture } from './use-capture';
import type { PaymentFields } from './wallet-buttons-props';

/** The payment of one order: what the wallet calls, and what the screen shows meanwhile. */
export function useCheckout(order: Order, { method, flow }: PaymentMethod) {
  const [phase, setPhase] = useState<Phase>(() =>
    order.approved ? { kind: 'confirming', slow: true } : { kind: 'paying', cancelled: false },
  );
  const plan = order.plan ?? '';
  /** Why the wallet got no order from us: it calls `onError` then, with words of its own. */
  const refusal = useRef<unknown>(undefined);
  /** The wallet's order that its buttons were opened with. */
  const opened = useRef<string>(undefined);
  const confirm = useCapture(order, flow, setPhase, fail);

  function fail(error: PaymentError) {
    trackCheckout('payment_failed', plan);
    setPhase({ kind: 'failed', error });
  }

  async function openOrder(fields: PaymentFields = {}): Promise<string> {
    refusal.current = undefined;
    opened.current = undefined;
    trackCheckout('checkout_started', plan);
    try {
      const { data } = await createOrder(
        { plan, payment_method: method, email: order.email ?? '', auto_subscribe_all: order.all ?? false, ...fields },
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
    saveApproved(paymentId);
    trackCheckout('payment_approved', plan);
    await confirm(paymentId);
  }

  return {
    phase,
    openOrder,
    approved,
    cancelled: () => setPhase({ kind: 'paying', cancelled: true }),
    failed: (cause: unknown) => {
      console.error(cause);
      if (refusal.current !== undefined) return fail(orderError(refusal.current));
      // Its buyer may have approved before it went wrong, and then somebody takes the money: only our server knows.
      if (opened.current !== undefined) return void confirm(opened.current, true);
      fail(walletError);
    },
    again: () => setPhase({ kind: 'paying', cancelled: false }),
    ask: () => order.approved && void confirm(order.approved),
  };
}
