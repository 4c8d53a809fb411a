import { api } from '../client';
import type { PaymentStatus } from '../types';

/** What became of a payment. */
export const findPayment = (paymentId: string) =>
  api.get<PaymentStatus>(`/subscriptions/payments/${encodeURIComponent(paymentId)}`);
