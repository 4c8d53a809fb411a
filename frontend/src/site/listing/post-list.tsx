import type { PostCard } from '../../api/types';
import { StoryCard } from '../post-cards/story-card';

type PostListProps = {
  posts: PostCard[];
  labelled: (post: PostCard) => boolean;
  author?: boolean;
  /** Characters of each excerpt. */
  limit: number;
  /** Whether the first picture of the river is the first of the page. */
  first?: boolean;
};

/** Posts one below the other, picture first. */
export function PostList({ posts, labelled, author = false, limit, first = false }: PostListProps) {
  return (
    <div className="river">
      {posts.map((post, index) => (
        <StoryCard
          key={post.id}
          heading="h2"
          post={post}
          shape="river"
          label={labelled(post)}
          author={author}
          excerpt={limit}
          first={first && index === 0}
        />
      ))}
    </div>
  );
}
