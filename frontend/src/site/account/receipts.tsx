import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownReceipts } from '../../api/queries/subscriptions';
import { buttonLook } from '../../ui/button-look';
import { shortDate } from '../format/dates';
import { moneyText } from '../format/money';

/** What was paid, newest first; nothing where nothing was. */
export function Receipts() {
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery(ownReceipts(page));
  if (isError) {
    return (
      <p role="alert" className="text-sm text-danger">
        The receipts could not be loaded.{' '}
        <button type="button" className="cursor-pointer underline" onClick={() => refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (!data || data.total === 0) return null;
  const pages = Math.ceil(data.total / data.per_page);
  return (
    <section aria-labelledby="receipts">
      <h3 id="receipts" className="mb-2 text-sm font-semibold">
        Receipts
      </h3>
      <div className="overflow-x-auto">
        <table className="receipts">
          <thead>
            <tr>
              <th scope="col">Paid</th>
              <th scope="col">Receipt</th>
              <th scope="col">Period</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((receipt) => (
              <tr key={receipt.number}>
                <td className="whitespace-nowrap">{shortDate(receipt.paid_at)}</td>
                <td>
                  {receipt.number} <span className="meta block">{receipt.plan_name}</span>{' '}
                  <span className="meta block wrap-anywhere">{receipt.wallet_reference}</span>
                </td>
                <td>
                  {receipt.period_from && receipt.period_until
                    ? `${shortDate(receipt.period_from)} to ${shortDate(receipt.period_until)}`
                    : 'None'}
                </td>
                <td className="whitespace-nowrap">
                  {moneyText(receipt.price_minor, receipt.currency)}{' '}
                  {receipt.refunded_at && <span className="meta block">Refunded {shortDate(receipt.refunded_at)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <p className="mt-3 flex items-center gap-3 text-sm">
          <button
            type="button"
            disabled={page === 1}
            className={buttonLook({ look: 'outline', size: 'sm' })}
            onClick={() => setPage(page - 1)}
          >
            Newer
          </button>{' '}
          <span>
            Page {page} of {pages}
          </span>{' '}
          <button
            type="button"
            disabled={page === pages}
            className={buttonLook({ look: 'outline', size: 'sm' })}
            onClick={() => setPage(page + 1)}
          >
            Older
          </button>
        </p>
      )}
    </section>
  );
}
