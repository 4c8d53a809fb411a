import { categoryHue, sponsoredSlug } from './category-hue';
import { categoryPath } from './post-path';

type CategoryLabelProps = { post: { category_name: string; category_slug: string } };

/** The category of a post, in its hue. A sponsored post says so in a box of its own, wherever it stands. */
export function CategoryLabel({ post }: CategoryLabelProps) {
  const { category_name: name, category_slug: slug } = post;
  if (!slug) return null;
  const look = slug === sponsoredSlug ? 'label label-sponsored' : `label ${categoryHue(slug)}`;
  return (
    <a className={look} href={categoryPath(slug)}>
      {name}
    </a>
  );
}
