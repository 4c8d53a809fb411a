import { arrangeSections, type ChosenSection, type HomeSection } from './arrange-sections';
import { SectionHead } from './section-head';
import { sectionLayouts } from './section-layouts';

type CategorySectionsProps = { sections: ChosenSection[]; atTop: ReadonlySet<number>; first: boolean };

/** One section per category, in varying layouts. `atTop` are the ids of the posts that lead the page; `first`: it begins with these. */
export function CategorySections({ sections, atTop, first }: CategorySectionsProps) {
  return (
    <div className="home-sections">
      {arrangeSections(sections, atTop).map((section, at) => (
        <Section key={section.category.slug} section={section} first={first && at === 0} />
      ))}
    </div>
  );
}

function Section({ section: { category, posts, layout, alone }, first }: { section: HomeSection; first: boolean }) {
  const Posts = sectionLayouts[layout];
  const night = category.slug === 'video' && layout !== 'brief' ? ' home-video' : '';
  return (
    <section
      aria-labelledby={`section-${category.slug}`}
      className={`home-section home-${layout}${night}`}
      data-alone={alone}
    >
      <SectionHead category={category} />
      <Posts posts={posts} slug={category.slug} first={first} />
    </section>
  );
}
