import type { PostCard } from '../../api/types';
import { inLanguage } from '../format/in-language';
import { priceText } from '../format/price';
import { postPath } from '../post-cards/post-path';
import { PostPicture } from '../post-cards/post-picture';

/** A post about offers: the first price that holds stands out, the card leads to the post with all of them. */
export function DealCard({ post }: { post: PostCard }) {
  const live = post.deal_links.filter((deal) => !deal.expired);
  const deal = live[0] ?? post.deal_links[0];
  const others = live.length - 1;
  return (
    <article className="card deal-card">
      <PostPicture post={post} className="deal-card-pic" />
      <h3 className="headline card-title" {...inLanguage(post.language)}>
        <a href={postPath(post.slug)} className="card-link">
          {post.title}
        </a>
      </h3>
      {deal && (
        <div className="deal-card-offer">
          <p className="deal-card-product">
            <span className="block text-sm font-medium text-ink-2">{deal.product_name}</span>{' '}
            <span className="meta">
              {deal.label}
              {others > 0 && ` and ${others} more`}
            </span>
          </p>
          {deal.expired ? (
            <p className="meta">Expired</p>
          ) : (
            deal.price.trim() && <p className="price">{priceText(deal.price)}</p>
          )}
        </div>
      )}
    </article>
  );
}
