import type { Post } from '../../api/types';
import { longDate } from '../format/dates';
import { AccessBadge } from '../post-cards/post-meta';

/** When a post was published, when it was last changed if that was on a later day, and how long it takes to read. */
export function PostDates({ post }: { post: Post }) {
  const published = longDate(post.published_at);
  const updated = longDate(post.updated_at);
  const changedLater = updated !== published && Date.parse(post.updated_at) > Date.parse(post.published_at);
  return (
    <p className="meta">
      <time dateTime={post.published_at}>{published}</time>
      {changedLater && (
        <>
          {' · Updated '}
          <time dateTime={post.updated_at}>{updated}</time>
        </>
      )}
      {' · '}
      <span className="whitespace-nowrap">{`${post.reading_minutes} min read`}</span>
      <AccessBadge post={post} />
    </p>
  );
}
