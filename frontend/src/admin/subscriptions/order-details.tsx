import type { SubscriptionDetail } from '../../api/types';
import { moneyText } from '../../site/format/money';
import { formatDay, formatMoment } from '../time/publication-time';
import { paymentLabel, signalLabel, sourceLabel } from './subscription-labels';

/** A payment: what was ordered, where it stands, and what was told about it, first to last. */
export function OrderDetails({ order }: { order: SubscriptionDetail['orders'][number] }) {
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4">
        <strong>
          {order.plan_name}, {moneyText(order.price_minor, order.currency)}
        </strong>
        <span className="text-ink-2">{paymentLabel(order.status)}</span>
      </p>
      {order.period_from && order.period_until && (
        <p className="text-ink-2">
          {formatDay(order.period_from)} to {formatDay(order.period_until)}
        </p>
      )}
      {order.note && <p className="wrap-anywhere first-letter:uppercase">{order.note}</p>}
      {order.wallet_order && (
        <p className="text-xs text-ink-3 wrap-anywhere">Order at the wallet: {order.wallet_order}</p>
      )}
      <ul className="grid gap-1 text-xs text-ink-2">
        {order.signals.map((signal) => (
          <li key={`${signal.at}${signal.source}${signal.said}`} className="wrap-anywhere">
            <time dateTime={signal.at}>{formatMoment(signal.at)}</time> · {sourceLabel(signal.source)}:{' '}
            {signalLabel(signal.said)}
          </li>
        ))}
      </ul>
    </div>
  );
}
