import { useQuery } from '@tanstack/react-query';
import type { Subscription } from '../../api/types';
import { moneyText } from '../../site/format/money';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { formatDay, formatMoment } from '../posts/nairobi-time';
import { subscriptionQuery } from './api';
import { emailOf } from './subscription-table';
import { PLANS } from './subscription-words';

/** Every payment for a subscription, those that came to nothing too, and what was told about each, first to last. */
export function PaymentsDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(subscriptionQuery(subscription.id));
  return (
    <Dialog open onOpenChange={onClose} title="Payments" description={emailOf(subscription)} className="max-w-xl">
      {isError && (
        <div className="grid justify-items-start gap-3">
          <p role="alert" className="font-medium text-danger">
            Failed to fetch subscriptions
          </p>
          <Button look="outline" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !isError && <p className="text-sm text-ink-2">Loading...</p>}
      <ol className="grid gap-5">
        {data?.orders.map((order) => (
          <li key={order.id} className="grid gap-2 border-t border-rule pt-4 text-sm first:border-0 first:pt-0">
            <p className="flex flex-wrap justify-between gap-x-4">
              <strong>
                {PLANS[order.plan] ?? order.plan}, {moneyText(order.price_minor, order.currency)}
              </strong>
              <span className="text-ink-2">{order.status}</span>
            </p>
            {order.period_from && order.period_until && (
              <p className="text-ink-2">
                {formatDay(order.period_from)} to {formatDay(order.period_until)}
              </p>
            )}
            {order.note && <p className="wrap-anywhere">{order.note}</p>}
            {order.wallet_order && (
              <p className="text-xs text-ink-3 wrap-anywhere">Order at the wallet: {order.wallet_order}</p>
            )}
            <ul className="grid gap-1 text-xs text-ink-2">
              {order.signals.map((signal) => (
                <li key={`${signal.at}${signal.source}${signal.said}`} className="wrap-anywhere">
                  <time dateTime={signal.at}>{formatMoment(signal.at)}</time> · {signal.source}: {signal.said}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
