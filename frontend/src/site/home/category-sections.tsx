import { arrangeSections, type ChosenSection, type HomeSection } from './arrange-sections';
import { SectionHead } from './section-head';
import { sectionLayouts } from './section-layouts';

type CategorySectionsProps = { sections: ChosenSection[]; atTop: ReadonlySet<number>; first: boolean };

/** One section per category, in varying layouts. `atTop` are the ids of the posts that lead the page; `first`: it begins with these. */
export function CategorySections({ sections, atTop, first }: CategorySectionsProps) {
  return (
    <div className="home-sections">
      {inRuns(arrangeSections(sections, atTop)).map((run, at) =>
        Array.isArray(run) ? (
          <div key={run[0]?.category.slug} className="home-section grid-four">
            {run.map((section) => (
              <Section key={section.category.slug} section={section} first={false} />
            ))}
          </div>
        ) : (
          <Section key={run.category.slug} section={run} first={first && at === 0} />
        ),
      )}
    </div>
  );
}

/** Brief sections that follow each other stand together. */
function inRuns(sections: HomeSection[]): (HomeSection | HomeSection[])[] {
  const runs: (HomeSection | HomeSection[])[] = [];
  for (const section of sections) {
    const last = runs.at(-1);
    if (section.layout !== 'brief') runs.push(section);
    else if (Array.isArray(last)) last.push(section);
    else runs.push([section]);
  }
  return runs;
}

function Section({ section: { category, posts, layout, alone }, first }: { section: HomeSection; first: boolean }) {
  const Posts = sectionLayouts[layout];
  const night = category.slug === 'video' && layout !== 'brief' ? ' home-video' : '';
  return (
    <section
      aria-labelledby={`section-${category.slug}`}
      className={layout === 'brief' ? 'min-w-0' : `home-section home-${layout}${night}`}
      data-alone={alone}
    >
      <SectionHead category={category} />
      <Posts posts={posts} slug={category.slug} first={first} />
    </section>
  );
}
