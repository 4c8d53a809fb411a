import type { ComponentType } from 'react';
import type { PostCard } from '../../api/types';
import { excerptLimits } from '../format/excerpt';
import { StoryCard } from '../post-cards/story-card';
import type { HomeSection } from './arrange-sections';
import { DealCard } from './deal-card';

type LayoutProps = {
  posts: PostCard[];
  slug: string;
  /** The page begins with it. */
  first?: boolean;
};

/** One large, with the words it begins with; the others in rows beside it. */
function FeatureLayout({ posts: [lead, ...others], first }: LayoutProps) {
  return (
    <div className="feature">
      {lead && <StoryCard post={lead} shape="large" author excerpt={excerptLimits.home} first={first} />}
      <div className="rows">
        {others.map((post) => (
          <StoryCard key={post.id} post={post} shape="row" excerpt={excerptLimits.home} />
        ))}
      </div>
    </div>
  );
}

/** A list of headlines, the first with a picture. */
function RowsLayout({ posts: [first, ...others] }: LayoutProps) {
  return (
    <div className="compact">
      {first && <StoryCard post={first} shape="row" excerpt={excerptLimits.home} />}
      {others.map((post) => (
        <StoryCard key={post.id} post={post} shape="words" />
      ))}
    </div>
  );
}

/** Two by two: pictures beside their words, on phones above them and in the first line alone. */
function GridLayout({ posts }: LayoutProps) {
  return (
    <div className="grid-two">
      {posts.map((post) => (
        <StoryCard key={post.id} post={post} shape="tile" excerpt={excerptLimits.home} />
      ))}
    </div>
  );
}

/** Side by side; on phones they are pushed along, and each can be reached by keyboard. */
function StripLayout({ posts, slug }: LayoutProps) {
  return (
    <div className="strip">
      {posts.map((post) =>
        slug === 'deals' ? (
          <DealCard key={post.id} post={post} />
        ) : (
          <StoryCard key={post.id} post={post} shape="tile" />
        ),
      )}
    </div>
  );
}

/** Headlines alone, side by side. */
function BriefLayout({ posts }: LayoutProps) {
  return (
    <div className="strip">
      {posts.map((post) => (
        <StoryCard key={post.id} post={post} shape="words" />
      ))}
    </div>
  );
}

export const sectionLayouts: Record<HomeSection['layout'], ComponentType<LayoutProps>> = {
  feature: FeatureLayout,
  rows: RowsLayout,
  grid: GridLayout,
  strip: StripLayout,
  brief: BriefLayout,
};
