import type { PostCard } from '../../api/types';
import { excerptLimits, truncateText } from '../format/excerpt';
import { inLanguage } from '../format/in-language';
import { postPath } from '../post-cards/post-path';
import { PostPicture } from '../post-cards/post-picture';

/** Paid posts: a box of their own, sans serif, marked one by one, so that nobody takes them for news. */
export function SponsoredSection({ posts, headingId = 'sponsored' }: { posts: PostCard[]; headingId?: string }) {
  return (
    <section aria-labelledby={headingId} className="sponsored">
      <div className="sponsored-head">
        <h2 id={headingId}>Sponsored</h2>
        <p>Paid posts. They are marked wherever they appear.</p>
        <a href="/category/sponsored">
          View All<span className="sr-only"> in Sponsored</span>
        </a>
      </div>
      <div className="sponsored-cards">
        {posts.slice(0, 3).map((post) => (
          <article key={post.id} className="card sponsored-card">
            <PostPicture post={post} className="sponsored-pic" />
            <div className="sponsored-words">
              <p className="text-xs font-medium text-ink-3">{post.brand ? `Paid for by ${post.brand}` : 'Paid post'}</p>
              <h3 className="text-base leading-snug font-semibold" {...inLanguage(post.language)}>
                <a href={postPath(post.slug)} className="card-link">
                  {post.title}
                </a>
              </h3>
              <p className="text-sm text-ink-2" {...inLanguage(post.language)}>
                {truncateText(post.excerpt, excerptLimits.home)}
              </p>
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}
