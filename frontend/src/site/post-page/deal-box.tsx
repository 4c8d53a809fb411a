import type { DealLink } from '../../api/types';
import { shortDate } from '../format/dates';
import { dealText } from './deal-text';

/** The offers of a post, a row each: whose it is, and one wide button that says what it is and what it costs. */
export function DealBox({ deals, headingId = 'deals' }: { deals: DealLink[]; headingId?: string }) {
  if (deals.length === 0) return null;
  return (
    <aside aria-labelledby={headingId} className="deal-box">
      <h2 id={headingId} className="headline text-xl">
        {deals.length === 1 ? 'The deal' : 'The deals'}
      </h2>
      <p className="meta">We may earn a commission when you buy through these links.</p>
      <ul>
        {deals.map((deal) => (
          <li key={deal.url + deal.product_name} className="deal">
            <Deal deal={deal} />
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Deal({ deal }: { deal: DealLink }) {
  const { action, product, price } = dealText(deal);
  const seen = deal.price_seen_at;
  return (
    <>
      <p className="deal-source">
        <span className="deal-shop">{deal.label.trim()}</span>
        {price && seen && (
          <span className="meta">
            Price seen on <time dateTime={seen}>{shortDate(seen)}</time>
          </span>
        )}
      </p>
      <a href={deal.url} target="_blank" rel="sponsored nofollow noopener" className="deal-link">
        <span className="deal-action">{action}</span> {product && <span className="deal-product">{product}</span>}{' '}
        {price && <span className="price">{price}</span>}
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </>
  );
}
