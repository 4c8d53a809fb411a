import { expect, it } from 'vitest';
import { paymentLabel, signalLabel, sourceLabel } from './subscription-labels';

/** Every state of a payment, and everything that is kept of what was told about one. */
const states = ['created', 'capturing', 'captured', 'refunding', 'refunded', 'refused', 'expired'];
const said = [
  'unknown',
  'never named',
  'void',
  'open, $3.00',
  'approved, no amount',
  'taken as 3C6, $3.00, completed',
  'taken as 3C6, $3.00, pending',
  'taken as 3C6, $3.00, failed',
  'taken as 3C6, $3.00, refunded',
  'the wallet declined it',
  'the wallet refused the refund',
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.ORDER.COMPLETED',
  'CHECKOUT.ORDER.VOIDED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
];

it('says every state of a payment in plain words', () => {
  const words = [
    ...states.map(paymentLabel),
    ...said.map(signalLabel),
    ...['browser', 'webhook', 'poller', 'admin'].map(sourceLabel),
  ];
  for (const text of words)
    expect(text).not.toMatch(
      /captur|refunding|expired|void|\bopen\b|taken as|[A-Z]{4}|webhook|poller|browser|Unknown|Somebody/,
    );
  expect(words.slice(0, 7)).toEqual([
    'Waiting',
    'Waiting',
    'Paid',
    'Refund under way',
    'Refunded',
    'To look at',
    'Not paid',
  ]);
  expect(signalLabel('taken as 3C6, $3.00, completed')).toBe('paid $3.00 (payment 3C6)');
});
