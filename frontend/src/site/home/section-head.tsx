import type { Category } from '../../api/types';
import { categoryHue } from '../post-cards/category-hue';
import { categoryPath } from '../post-cards/post-path';

/** The name of a section and the way to all of it. */
export function SectionHead({ category }: { category: Category }) {
  return (
    <div className={`section-head ${categoryHue(category.slug)}`}>
      <h2 id={`section-${category.slug}`}>
        <span>{category.name}</span>
      </h2>
      <a href={categoryPath(category.slug)}>
        View All<span className="sr-only"> in {category.name}</span>
      </a>
    </div>
  );
}
