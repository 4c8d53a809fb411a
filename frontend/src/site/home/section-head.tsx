import type { Category } from '../../api/types';
import { categoryPath } from '../posts/post-path';

/** The name of a section and the way to all of it. */
export function SectionHead({ category }: { category: Category }) {
  return (
    <div className="section-head">
      <h2 id={`section-${category.slug}`}>{category.name}</h2>
      <a href={categoryPath(category.slug)}>
        View All<span className="sr-only"> in {category.name}</span>
      </a>
    </div>
  );
}
