import { useQuery } from '@tanstack/react-query';
import type { Subscription } from '../../api/types';
import { Dialog } from '../../ui/dialog';
import { subscriptionQuery } from '../calls/subscriptions';
import { ErrorLine } from '../screen/error-line';
import { OrderDetails } from './order-details';
import { emailOf } from './subscription-table';

/** Every payment for a subscription, those that came to nothing too, and what was told about each, first to last. */
export function PaymentsDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(subscriptionQuery(subscription.id));
  return (
    <Dialog open onOpenChange={onClose} title="Payments" description={emailOf(subscription)} className="max-w-xl">
      {isError && <ErrorLine onRetry={() => refetch()}>Failed to fetch subscriptions</ErrorLine>}
      {!data && !isError && <p className="text-sm text-ink-2">Loading...</p>}
      <ol className="grid gap-5">
        {data?.orders.map((order) => (
          <li key={order.id} className="border-t border-rule pt-4 first:border-0 first:pt-0">
            <OrderDetails order={order} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
