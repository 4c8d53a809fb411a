import type { Subscription } from '../../api/types';
import { moneyText } from '../../site/format/money';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { formatDay, formatTime } from '../time/publication-time';
import { STATUSES } from './subscription-labels';

type SubscriptionTableProps = {
  subscriptions: Subscription[];
  busy: boolean;
  onPayments: (subscription: Subscription) => void;
  /** Left out for those who may not give money back. */
  onRefund?: (subscription: Subscription) => void;
};

/** A row a subscription; on a phone the cells of a row stand below each other. */
export function SubscriptionTable({ subscriptions, busy, onPayments, onRefund }: SubscriptionTableProps) {
  return (
    <section aria-label="Subscriptions" aria-busy={busy} className={cn('transition-opacity', busy && 'opacity-60')}>
      <table className="data-table mail-table">
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col">Plan</th>
            <th scope="col">Status</th>
            <th scope="col">Expires At</th>
          </tr>
        </thead>
        <tbody>
          {subscriptions.map((one) => (
            <tr key={one.id}>
              <th scope="row" className="wrap-anywhere">
                {emailOf(one)}
                {one.user && <span className="block text-xs font-normal text-ink-3">{one.user.username}</span>}
              </th>
              <td>
                {one.plan_name}
                {one.last_payment && <span className="block text-xs text-ink-3">{payment(one.last_payment)}</span>}
              </td>
              <td>
                <Status status={one.status} />
              </td>
              <td className="tabular-nums">
                <time dateTime={one.expires_at} className="whitespace-nowrap">
                  {formatDay(one.expires_at)}, {formatTime(one.expires_at)}
                </time>
                <span className="-ms-3 flex flex-wrap">
                  <Button look="quiet" size="sm" className="min-h-9" onClick={() => onPayments(one)}>
                    Payments<span className="sr-only"> {emailOf(one)}</span>
                  </Button>
                  {onRefund && one.refundable && (
                    <Button look="quiet" size="sm" className="min-h-9 text-danger" onClick={() => onRefund(one)}>
                      Refund<span className="sr-only"> {emailOf(one)}</span>
                    </Button>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The entry's own address, else that of the account it belongs to. */
export function emailOf({ email, user }: Subscription): string {
  return email || user?.email || '';
}

function payment({
  status,
  price_minor,
  currency,
  paid_at,
  refunded_at,
}: NonNullable<Subscription['last_payment']>): string {
  const amount = moneyText(price_minor, currency);
  if (refunded_at) return `${amount}, refunded ${formatDay(refunded_at)}`;
  if (status === 'refunding') return `${amount}, refund under way`;
  return paid_at ? `${amount}, paid ${formatDay(paid_at)}` : amount;
}

function Status({ status }: { status: string }) {
  const { label, look } = STATUSES[status] ?? { label: 'Unknown', look: 'bg-sunk text-ink-2' };
  return <span className={cn('inline-block rounded-sm px-2 py-0.5 text-xs font-semibold', look)}>{label}</span>;
}
