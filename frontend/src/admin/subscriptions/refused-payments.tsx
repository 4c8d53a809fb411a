import { useQuery } from '@tanstack/react-query';
import { refusedPaymentsQuery } from '../calls/subscriptions';
import { ErrorLine } from '../screen/error-line';
import { OrderDetails } from './order-details';

/**
 * Payments that a person has to look at; nothing where there are none, which is how it nearly always is. `failureTold`:
 * the list below says already that nothing came.
 */
export function RefusedPayments({ failureTold }: { failureTold: boolean }) {
  const { data, isError, isFetching, refetch } = useQuery(refusedPaymentsQuery);
  if (isError && !failureTold) {
    const text = 'Failed to fetch the payments to look at';
    return (
      <ErrorLine busy={isFetching} onRetry={() => refetch()}>
        {text}
      </ErrorLine>
    );
  }
  if (!data || data.data.length === 0) return null;
  return (
    <section aria-labelledby="refused" className="grid gap-4 rounded-lg border border-danger p-4">
      <div className="grid gap-1">
        <h2 id="refused" className="font-semibold text-danger">
          Payments to look at
        </h2>
        <p className="text-sm text-ink-2">
          The wallet tells another amount or reference than was ordered, so nothing was unlocked; or nobody knows
          whether it was paid, or paid twice. Look the order up at the wallet: give back what was taken, and write to
          the buyer.
        </p>
      </div>
      <ol className="grid gap-4">
        {data.data.map((order) => (
          <li key={order.id} className="grid gap-2 border-t border-rule pt-4">
            <p className="font-medium wrap-anywhere">{order.email}</p>
            <OrderDetails order={order} />
          </li>
        ))}
      </ol>
    </section>
  );
}
