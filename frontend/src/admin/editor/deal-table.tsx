import type { DealLink } from '../../api/types';
import { clockTime, shortDate } from '../../site/format/dates';
import { priceText } from '../../site/format/price';
import { dealText } from '../../site/post-page/deal-text';

/** The comparison as the server draws it (`deal_comparison.rs`), without links: nothing leads away from the text. */
export function DealTable({ deals }: { deals: readonly DealLink[] }) {
  const saysBest = deals.some((deal) => deal.best_for);
  return (
    <table>
      <caption>
        <strong>{deals.length === 1 ? 'The deal' : 'The deals compared'}</strong>{' '}
        {deals.some((deal) => !deal.expired) && <span>We may earn a commission when you buy through these links.</span>}
      </caption>
      <thead>
        <tr>
          <th scope="col">Product</th>
          {saysBest && <th scope="col">Best for</th>}
          <th scope="col">Price</th>
          <th scope="col">Shop</th>
        </tr>
      </thead>
      <tbody>
        {deals.map((deal) => (
          <tr key={deal.url + deal.product_name}>
            <th scope="row">{deal.product_name || deal.label}</th>
            {saysBest && <td data-label="Best for">{deal.best_for}</td>}
            <td data-label="Price">
              <Price deal={deal} />
            </td>
            <td data-label="Shop">
              <span>{deal.label}</span>{' '}
              {!deal.expired && <span className="compared-link">{dealText(deal).action}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Price({ deal: { price, price_seen_at: seen, ends_at: end, expired } }: { deal: DealLink }) {
  if (expired)
    return (
      <span>
        Expired{end && ' on '}
        {end && <time dateTime={end}>{shortDate(end)}</time>}
      </span>
    );
  return (
    <>
      {price && <strong>{priceText(price)}</strong>}
      {price && seen && (
        <span>
          Price seen on <time dateTime={seen}>{shortDate(seen)}</time>
        </span>
      )}
      {end && (
        <span>
          Ends on{' '}
          <time dateTime={end}>
            {shortDate(end)}, {clockTime(end)}
          </time>
        </span>
      )}
    </>
  );
}
