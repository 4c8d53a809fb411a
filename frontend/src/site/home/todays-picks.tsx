import type { PostCard } from '../../api/types';
import { excerptLimits, truncateText } from '../format/excerpt';
import { inLanguage } from '../format/in-language';
import { CategoryLabel } from '../post-cards/category-label';
import { PostMeta } from '../post-cards/post-meta';
import { postPath } from '../post-cards/post-path';
import { PostPicture } from '../post-cards/post-picture';
import { StoryCard } from '../post-cards/story-card';

/** The first pick owns the screen; up to two more stand beside it. */
export function TodaysPicks({ posts, title }: { posts: PostCard[]; title: string }) {
  const [lead, ...others] = posts;
  if (!lead) return null;
  return (
    <section aria-labelledby="picks" className="picks" data-alone={others.length === 0 || undefined}>
      <h2 id="picks" className="picks-title">
        {title}
      </h2>
      <article className="card lead">
        <PostPicture
          post={lead}
          className="lead-pic"
          first
          sizes="(min-width: 64em) min(57vw, 807px), (min-width: 40em) 100vw, 80vw"
        />
        <div className="grid justify-items-start gap-3">
          <CategoryLabel post={lead} />
          <h3 className="headline lead-title" {...inLanguage(lead.language)}>
            <a href={postPath(lead.slug)} className="card-link">
              {lead.title}
            </a>
          </h3>
          <p className="dek max-w-[38em]" {...inLanguage(lead.language)}>
            {truncateText(lead.excerpt, excerptLimits.home)}
          </p>
          <PostMeta post={lead} author />
        </div>
      </article>
      {others.length > 0 && (
        <div className="picks-side">
          {others.slice(0, 2).map((post) => (
            <StoryCard key={post.id} post={post} shape="large" label />
          ))}
        </div>
      )}
    </section>
  );
}
