/** How a status is called, and its colour. */
export const STATUSES: Record<string, { label: string; look: string }> = {
  active: { label: 'Active', look: 'bg-success-wash text-success' },
  expired: { label: 'Expired', look: 'bg-sunk text-ink-2' },
  refunded: { label: 'Refunded', look: 'bg-warning-wash text-warning' },
};

/** Where a payment stands. */
const PAYMENTS: Record<string, string> = {
  created: 'Waiting',
  capturing: 'Waiting',
  captured: 'Paid',
  refunding: 'Refund under way',
  refunded: 'Refunded',
  refused: 'To look at',
  expired: 'Not paid',
};

export const paymentLabel = (status: string) => PAYMENTS[status] ?? 'Unknown';

/** Who told something about a payment. */
const SOURCES: Record<string, string> = {
  browser: 'At the checkout',
  webhook: 'The wallet wrote',
  poller: 'We asked the wallet',
  admin: 'In the newsroom',
};

export const sourceLabel = (source: string) => SOURCES[source] ?? 'Somebody';

/**
 * What was told: beginnings of what is kept of it, and how a person says it. What follows the first comma is an amount.
 */
const SAID: [RegExp, (found: RegExpExecArray) => string][] = [
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

export function saidInWords(said: string): string {
  for (const [kept, words] of SAID) {
    const found = kept.exec(said);
    if (found) return words(found);
  }
  return said;
}
