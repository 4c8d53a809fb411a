import type { Post } from '../../api/types';
import { clockTime, longDate } from '../format/dates';
import { AccessBadge } from '../post-cards/post-meta';

/** When a post was published, when readers were last told of an update, and how long it takes to read. */
export function PostDates({ post }: { post: Post }) {
  const { updated_for_readers_at: updatedAt } = post;
  const published = longDate(post.published_at);
  return (
    <p className="meta">
      <time dateTime={post.published_at}>{published}</time>
      {updatedAt && (
        <>
          {' · Updated '}
          <time dateTime={updatedAt}>{dayOrTime(updatedAt, published)}</time>
        </>
      )}
      {' · '}
      <span className="whitespace-nowrap">{`${post.reading_minutes} min read`}</span>
      <AccessBadge post={post} />
    </p>
  );
}

/** On the day of publication the time says more. */
function dayOrTime(updatedAt: string, published: string): string {
  const day = longDate(updatedAt);
  return day === published ? `at ${clockTime(updatedAt)}` : day;
}
