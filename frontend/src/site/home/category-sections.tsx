import type { CategorySection, PostCard } from '../../api/types';
import { excerptLimits } from '../format/excerpt';
import { StoryCard } from '../post-cards/story-card';
import { arrangeSections, type HomeBlock } from './arrange-sections';
import { DealCard } from './deal-card';
import { SectionHead } from './section-head';

type CategorySectionsProps = { sections: CategorySection[]; atTop: ReadonlySet<number> };

/** One section per category, in alternating layouts. `atTop` are the ids of the posts that stand above them all. */
export function CategorySections({ sections, atTop }: CategorySectionsProps) {
  const shown = sections
    .filter(({ category }) => category.slug !== 'sponsored' && category.slug !== 'uncategorized')
    .map(({ category, posts }) => ({ category, posts: posts.filter((post) => post.title.trim() !== '').slice(0, 4) }));
  return arrangeSections(shown, atTop).map((block) => <Block key={blockKey(block)} block={block} />);
}

function Block({ block }: { block: HomeBlock }) {
  if (block.layout === 'pair') {
    return (
      <div className="home-pair">
        {block.sections.map((section) => (
          <section key={section.category.slug} aria-labelledby={`section-${section.category.slug}`}>
            <SectionHead category={section.category} />
            <CompactList posts={section.posts} />
          </section>
        ))}
      </div>
    );
  }
  const { category, posts } = block.section;
  return (
    <section aria-labelledby={`section-${category.slug}`} className={`home-section home-${block.layout}`}>
      <SectionHead category={category} />
      <Posts layout={block.layout} posts={posts} />
    </section>
  );
}

function Posts({ layout, posts }: { layout: Exclude<HomeBlock['layout'], 'pair'>; posts: PostCard[] }) {
  if (layout === 'deals') {
    return (
      <Grid>
        {posts.map((post) => (
          <DealCard key={post.id} post={post} />
        ))}
      </Grid>
    );
  }
  if (layout === 'four' || layout === 'video') {
    return (
      <Grid>
        {posts.map((post) => (
          <StoryCard key={post.id} post={post} />
        ))}
      </Grid>
    );
  }
  const [first, ...rest] = posts;
  return (
    <div className="feature">
      {first && <StoryCard post={first} shape="large" author excerpt={excerptLimits.home} />}
      <div className="rows">
        {rest.map((post) => (
          <StoryCard key={post.id} post={post} shape="row" excerpt={excerptLimits.home} />
        ))}
      </div>
    </div>
  );
}

function CompactList({ posts }: { posts: PostCard[] }) {
  const [first, ...rest] = posts;
  return (
    <div className="compact">
      {first && <StoryCard post={first} shape="row" excerpt={excerptLimits.home} />}
      {rest.map((post) => (
        <StoryCard key={post.id} post={post} shape="text" />
      ))}
    </div>
  );
}

function Grid({ children }: { children: React.ReactNode }) {
  return <div className="grid-four">{children}</div>;
}

function blockKey(block: HomeBlock): string {
  return block.layout === 'pair' ? block.sections[0].category.slug : block.section.category.slug;
}
