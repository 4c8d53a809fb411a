import type { PostCard } from '../../api/types';
import { shortDate } from '../format/dates';

/** "Mwanga Team · 20 Nov 2026 · 6 min read", with or without the author. */
export function PostMeta({ post, author = false }: { post: PostCard; author?: boolean }) {
  return (
    <p className="meta">
      {author && post.author_label && `${post.author_label} · `}
      <time dateTime={post.published_at}>{shortDate(post.published_at)}</time>
      {' · '}
      <span className="whitespace-nowrap">{`${post.reading_minutes} min read`}</span>
      <AccessBadge post={post} />
    </p>
  );
}

/** Whom a post is for, where it is not for everyone. */
export function AccessBadge({ post }: { post: PostCard }) {
  if (post.access === 'everyone') return null;
  return <> · {post.access === 'registered' ? 'Free account' : 'Subscribers'}</>;
}
