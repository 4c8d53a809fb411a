import type { Purchase } from '../../api/types';
import type { PaymentError } from './payment-errors';

/** The state of a payment, as the checkout step draws it. */
export type Phase =
  | { kind: 'paying'; cancelled: boolean }
  /**
   * Approved in the wallet; `slow`: our own answer was lost once, and is asked for again. `onPhone`: what the buyer has
   * to do there first.
   */
  | { kind: 'confirming'; slow: boolean; onPhone?: string }
  | { kind: 'paid'; purchase: Purchase }
  | { kind: 'failed'; error: PaymentError };
