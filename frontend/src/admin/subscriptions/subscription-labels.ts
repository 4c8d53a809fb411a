/** Label and colours of each subscription status. */
export const STATUSES: Record<string, { label: string; look: string }> = {
  active: { label: 'Active', look: 'bg-success-wash text-success' },
  expired: { label: 'Expired', look: 'bg-sunk text-ink-2' },
  refunded: { label: 'Refunded', look: 'bg-warning-wash text-warning' },
};

/** Label of each payment status. */
const PAYMENTS: Record<string, string> = {
  created: 'Waiting',
  capturing: 'Waiting',
  captured: 'Paid',
  refunding: 'Refund under way',
  refunded: 'Refunded',
  refused: 'To look at',
  unclear: 'To look at',
  expired: 'Not paid',
};

export const paymentLabel = (status: string) => PAYMENTS[status] ?? 'Unknown';

/** Label of each source of payment signals. */
const SOURCES: Record<string, string> = {
  browser: 'At the checkout',
  webhook: 'The wallet wrote',
  poller: 'We asked the wallet',
  admin: 'In the newsroom',
};

export const sourceLabel = (source: string) => SOURCES[source] ?? 'Somebody';

/**
 * Labels of stored payment signals, by pattern. The text after the first comma is an amount.
 */
const SIGNAL_LABELS: [RegExp, (found: RegExpExecArray) => string][] = [
  [/^taken as (\S+), no amount, completed$/, ([, name]) => `paid (payment ${name})`],
  [/^taken as (\S+), (.+), completed$/, ([, name, amount]) => `paid ${amount} (payment ${name})`],
  [/^taken as (\S+), (.+), pending$/, ([, name, amount]) => `${amount} is being looked at (payment ${name})`],
  [/^taken as (\S+), (.+), refunded$/, ([, name, amount]) => `${amount} given back (payment ${name})`],
  [/^taken as (\S+), (.+), \w+$/, ([, name, amount]) => `no money taken of ${amount} (payment ${name})`],
  [/^open, (.+)$/, ([, amount]) => `waiting for the buyer, ${amount}`],
  [/^approved, (.+)$/, ([, amount]) => `approved by the buyer, ${amount}`],
  [/^void$/, () => 'closed at the wallet'],
  [/^(unknown|never named)$/, () => 'not known there'],
  [/^CHECKOUT\.ORDER\.APPROVED$/, () => 'the buyer approved it'],
  [/^(CHECKOUT\.ORDER|PAYMENT\.CAPTURE)\.COMPLETED$/, () => 'the money has come'],
  [/^PAYMENT\.CAPTURE\.PENDING$/, () => 'the payment is being looked at'],
  [/^PAYMENT\.CAPTURE\.(REFUNDED|REVERSED)$/, () => 'the money went back'],
  [/^PAYMENT\.CAPTURE\.\w+$/, () => 'no money was taken'],
  [/^[A-Z][A-Z._-]+$/, () => 'something else happened there'],
];

/** Label of a payment signal; the signal itself where no pattern matches. */
export function signalLabel(signal: string): string {
  for (const [pattern, words] of SIGNAL_LABELS) {
    const found = pattern.exec(signal);
    if (found) return words(found);
  }
  return signal;
}
