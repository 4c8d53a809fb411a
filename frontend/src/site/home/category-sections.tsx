import type { CategorySection } from '../../api/types';
import { arrangeSections, type HomeSection } from './arrange-sections';
import { SectionHead } from './section-head';
import { sectionLayouts } from './section-layouts';

type CategorySectionsProps = { sections: CategorySection[]; atTop: ReadonlySet<number> };

/** One section per category, in varying layouts. `atTop` are the ids of the posts that stand above them all. */
export function CategorySections({ sections, atTop }: CategorySectionsProps) {
  const shown = sections
    .filter(({ category }) => category.slug !== 'sponsored' && category.slug !== 'uncategorized')
    .map(({ category, posts }) => ({ category, posts: posts.filter((post) => post.title.trim() !== '').slice(0, 4) }));
  return (
    <div className="home-sections">
      {arrangeSections(shown, atTop).map((section) => (
        <Section key={section.category.slug} section={section} />
      ))}
    </div>
  );
}

function Section({ section: { category, posts, layout } }: { section: HomeSection }) {
  const Posts = sectionLayouts[layout];
  const night = category.slug === 'video' ? ' home-video' : '';
  return (
    <section aria-labelledby={`section-${category.slug}`} className={`home-section home-${layout}${night}`}>
      <SectionHead category={category} />
      <Posts posts={posts} slug={category.slug} />
    </section>
  );
}
