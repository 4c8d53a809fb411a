import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { ApiProblem } from '../../api/problem';
import { categoryPosts } from '../../api/queries/posts';
import type { CategoryPage as CategoryAnswer } from '../../api/types';
import { titleCase } from '../format/title-case';
import { PageHead } from '../head/page-head';
import { useSite } from '../hooks/use-site';
import { pageNumber } from '../listing/page-number';
import { PostListing } from '../listing/post-listing';
import { PageMessage } from '../messages/page-message';
import { categoryHue, sponsoredSlug } from '../post-cards/category-hue';

/** All posts of one category, newest first. */
export function CategoryPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const { data, error } = useQuery(categoryPosts(id, pageNumber(search)));
  if (data) return <CategoryPosts answer={data} />;
  return error ? <CategoryFailed error={error} name={titleCase(id)} /> : null;
}

function CategoryPosts({ answer }: { answer: CategoryAnswer }) {
  const { name, slug } = answer.category;
  const { description, picture } = answer;
  const { brand } = useSite();
  return (
    <PostListing
      name={name}
      description={description || `${name} on ${brand}: the newest posts.`}
      about={description}
      hue={categoryHue(slug)}
      picture={picture}
      empty="No posts found in this category."
      answer={answer}
      // A label says what the page's title does not; paid posts are marked wherever they appear.
      labelled={(post) => post.category_slug !== slug || post.category_slug === sponsoredSlug}
    />
  );
}

/** There is none of this name, or its posts did not arrive. */
function CategoryFailed({ error, name }: { error: Error; name: string }) {
  const missing = error instanceof ApiProblem && error.status === 404;
  return (
    <>
      <PageHead title={missing ? 'There is no category at this address' : name} />
      <PageMessage
        title={`Failed to load posts for ${name}`}
        reason={missing && 'There is no category at this address.'}
        text={
          missing
            ? 'It may have been mistyped, or the category has been renamed. The menu or the search may help.'
            : 'The connection was lost or our server did not answer. Try again in a moment, or start from the front page.'
        }
        action={{ label: 'Back to home', href: '/' }}
      />
    </>
  );
}
