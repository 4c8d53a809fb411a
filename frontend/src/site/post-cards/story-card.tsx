import type { ReactNode } from 'react';
import type { PostCard } from '../../api/types';
import { truncateText } from '../format/excerpt';
import { inLanguage } from '../format/in-language';
import { CategoryLabel } from './category-label';
import { PostMeta } from './post-meta';
import { postPath } from './post-path';
import { PostPicture } from './post-picture';

type StoryCardProps = {
  post: PostCard;
  /**
   * How the card lies: `stack` (picture on top; a row on phones), `large` (picture on top everywhere), `row` (words,
   * then a small picture), `river` (a picture, then many words), `tile` (a picture above few words), `words`.
   */
  shape?: 'stack' | 'large' | 'row' | 'river' | 'tile' | 'words';
  label?: boolean;
  author?: boolean;
  /** Characters of the excerpt to show. */
  excerpt?: number;
  /** Its title and text with something in them marked, in the place of its own. */
  marked?: { title: ReactNode; text: ReactNode };
  /** The first large picture of the page. */
  first?: boolean;
  /** `h3` below a section's heading, `h2` right below the page's. */
  heading?: 'h2' | 'h3';
};

/** A post in a list: the whole card leads to it, the label to its category. */
export function StoryCard({
  post,
  shape = 'stack',
  label = false,
  author = false,
  excerpt,
  marked,
  first = false,
  heading: Heading = 'h3',
}: StoryCardProps) {
  const text = marked?.text ?? (excerpt && truncateText(post.excerpt, excerpt));
  return (
    <article className={`card card-${shape}`}>
      {shape !== 'words' && (shape !== 'row' || post.preview) && (
        <PostPicture
          post={post}
          className="card-pic"
          first={first}
          sizes={first ? '(min-width: 64em) min(48vw, 684px), 100vw' : undefined}
        />
      )}
      <div className="card-words">
        {label && <CategoryLabel post={post} />}
        <Heading className="headline card-title" {...inLanguage(post.language)}>
          <a href={postPath(post.slug, post.id)} className="card-link">
            {marked?.title ?? post.title}
          </a>
        </Heading>
        {text && (
          <p className="card-excerpt" {...inLanguage(post.language)}>
            {text}
          </p>
        )}
        <PostMeta post={post} author={author} />
      </div>
    </article>
  );
}
