import type { PostCard } from '../../api/types';
import { clockTime, shortDate } from '../format/dates';
import { excerptLimits, truncateText } from '../format/excerpt';
import { inLanguage } from '../format/in-language';
import { CategoryLabel } from '../post-cards/category-label';
import { postPath } from '../post-cards/post-path';

/** A quiet timeline of the newest posts. */
export function MostRecent({ posts }: { posts: PostCard[] }) {
  return (
    <section aria-labelledby="recent">
      <div className="section-head text-ember">
        <h2 id="recent">
          <span>Most Recent</span>
        </h2>
        <a href="/category/latest-news">Latest News</a>
      </div>
      {posts.length === 0 && <p className="meta">No other posts yet.</p>}
      <ol className="timeline">
        {posts.map((post) => (
          <li key={post.id}>
            <article className="card timeline-entry">
              <time className="meta" dateTime={post.published_at}>
                <span>{shortDate(post.published_at)}</span> {clockTime(post.published_at)}
              </time>
              <div className="card-words">
                <CategoryLabel post={post} />
                <h3 className="headline card-title" {...inLanguage(post.language)}>
                  <a href={postPath(post.slug)} className="card-link">
                    {post.title}
                  </a>
                </h3>
                <p className="card-excerpt max-sm:hidden" {...inLanguage(post.language)}>
                  {truncateText(post.excerpt, excerptLimits.home)}
                </p>
              </div>
            </article>
          </li>
        ))}
      </ol>
    </section>
  );
}
