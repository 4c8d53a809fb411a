import { api, apiPath } from '../client';
import type { OwnSubscription, PaymentProvider, PrintAddress, Purchase, ReceiptList } from '../types';
import { privateQuery } from './private-query';

type OrderInput = {
  plan: string;
  payment_method: PaymentProvider;
  email: string;
  auto_subscribe_all: boolean;
  /** Where the provider asks on a phone. */
  phone?: string;
};

/** Makes an order, and answers the id of its payment. Sent again with the same key it is the same order. */
export const createOrder = (order: OrderInput, key: string) =>
  api.post<{ data: { payment_id: string } }>('/subscriptions/subscribe', order, {
    headers: { 'Idempotency-Key': key },
  });

/** Takes the money of an approved order. Repeating it is harmless: the same answer, charged once. */
export const captureOrder = (paymentId: string) =>
  api.post<Purchase>('/subscriptions/capture', { payment_id: paymentId });

export const ownSubscription = () => privateQuery<OwnSubscription>('/subscriptions/status');

/** What was paid, newest first. */
export const ownReceipts = (page: number) =>
  privateQuery<ReceiptList>(apiPath('/subscriptions/receipts', { page: page > 1 ? page : undefined }));

/** Where the printed issues go. Guests prove the purchase by the code that capture answered. */
export const savePrintAddress = (address: PrintAddress & { address_code?: string }) =>
  api.put<{ message: string; print_address: PrintAddress }>('/subscriptions/print-address', address);
