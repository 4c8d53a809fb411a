import type { DealLink } from '../../api/types';
import { clockTime, shortDate } from '../format/dates';
import type { inLanguage } from '../format/in-language';
import { dealText } from './deal-text';

type DealBoxProps = {
  deals: DealLink[];
  headingId?: string;
  /** In which language its words are, in a post in another. */
  around?: ReturnType<typeof inLanguage>;
};

/** The offers of a post, a row each: whose it is, and one wide button that says what it is and what it costs. */
export function DealBox({ deals, headingId = 'deals', around }: DealBoxProps) {
  if (deals.length === 0) return null;
  return (
    <aside aria-labelledby={headingId} className="deal-box" {...around}>
      <h2 id={headingId} className="headline text-xl">
        {deals.length === 1 ? 'The deal' : 'The deals'}
      </h2>
      {deals.some((deal) => !deal.expired) && (
        <p className="meta">We may earn a commission when you buy through these links.</p>
      )}
      <ul>
        {deals.map((deal) => (
          <li key={deal.url + deal.product_name} className="deal">
            {deal.expired ? <ExpiredDeal deal={deal} /> : <Deal deal={deal} />}
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Deal({ deal }: { deal: DealLink }) {
  const { action, product, price } = dealText(deal);
  const { price_seen_at: seen, ends_at: end } = deal;
  return (
    <>
      <p className="deal-source">
        <span className="deal-shop">{deal.label.trim()}</span>{' '}
        {price && seen && (
          <span className="meta">
            Price seen on <time dateTime={seen}>{shortDate(seen)}</time>
          </span>
        )}{' '}
        {end && (
          <span className="meta">
            Ends on{' '}
            <time dateTime={end}>
              {shortDate(end)}, {clockTime(end)}
            </time>
          </span>
        )}
      </p>
      <a href={deal.url} target="_blank" rel="sponsored nofollow noopener" className="deal-link">
        <span className="deal-action">{action}</span> {product && <span className="deal-product">{product}</span>}{' '}
        {price && <span className="price">{price}</span>} <span className="sr-only">(opens in a new tab)</span>
      </a>
    </>
  );
}

/** An offer that is over leads nowhere, and its price holds no more. */
function ExpiredDeal({ deal }: { deal: DealLink }) {
  const { product } = dealText(deal);
  return (
    <>
      <p className="deal-source">
        <span className="deal-shop">{deal.label.trim()}</span>{' '}
        <span className="meta">
          Expired{' '}
          {deal.ends_at && (
            <>
              on <time dateTime={deal.ends_at}>{shortDate(deal.ends_at)}</time>
            </>
          )}
        </span>
      </p>
      {product && <p className="deal-over">{product}</p>}
    </>
  );
}
