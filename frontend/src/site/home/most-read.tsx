import type { PostCard } from '../../api/types';
import { inLanguage } from '../format/in-language';
import { CategoryLabel } from '../post-cards/category-label';
import { postPath } from '../post-cards/post-path';

/** What others read most in the last week, by rank. */
export function MostRead({ posts }: { posts: PostCard[] }) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="most-read" className="home-section">
      <div className="section-head text-ember">
        <h2 id="most-read">
          <span>Most Read</span>
        </h2>
      </div>
      <ol className="most-read">
        {posts.map((post) => (
          <li key={post.id}>
            <article className="card card-words">
              <CategoryLabel post={post} />
              <h3 className="headline card-title" {...inLanguage(post.language)}>
                <a href={postPath(post.slug, post.id)} className="card-link">
                  {post.title}
                </a>
              </h3>
            </article>
          </li>
        ))}
      </ol>
    </section>
  );
}
