import type { RelatedPosts } from '../../api/types';
import { inLanguage } from '../format/in-language';
import { PostMeta } from '../post-cards/post-meta';
import { postPath } from '../post-cards/post-path';
import { PostPicture } from '../post-cards/post-picture';
import { StoryCard } from '../post-cards/story-card';

type FurtherReadingProps = { related: RelatedPosts; category: string };

/** Where to go from the end of a post: the next older one of its category, then posts like it. */
export function FurtherReading({ related: { data, next }, category }: FurtherReadingProps) {
  if (!next && data.length === 0) return null;
  return (
    <div className="further no-print">
      <div className="wrap">
        {next && (
          <section aria-labelledby="next" className="card next-post">
            <div className="card-words">
              <h2 id="next" className="further-title">
                {`Next in ${category}`}
              </h2>
              <h3 className="headline next-title" {...inLanguage(next.language)}>
                <a href={postPath(next.slug, next.id)} className="card-link">
                  {next.title}
                </a>
              </h3>
              <PostMeta post={next} author />
            </div>
            <PostPicture post={next} className="next-pic" />
          </section>
        )}
        {data.length > 0 && (
          <section aria-labelledby="related">
            <h2 id="related" className="further-title">
              Related posts
            </h2>
            <div className="grid-four">
              {data.map((post) => (
                <StoryCard key={post.id} post={post} label />
              ))}
            </div>
          </section>
        )}
      </div>
    </div>
  );
}
