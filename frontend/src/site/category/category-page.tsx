import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { categoryPosts } from '../../api/queries/posts';
import type { CategoryPage as CategoryAnswer, PostCard } from '../../api/types';
import { excerptLimits } from '../format/excerpt';
import { titleCase } from '../format/title-case';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs } from '../head/schema-org';
import { PageMessage } from '../layout/page-message';
import { useSite } from '../layout/use-site';
import { sponsoredSlug } from '../posts/category-hue';
import { StoryCard } from '../posts/story-card';
import { pageNumber } from './page-number';
import { Pagination } from './pagination';

/** All posts of one category, newest first, with a lead on the first page. */
export function CategoryPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const { data, error } = useQuery(categoryPosts(id, pageNumber(search)));
  if (data) return <CategoryPosts answer={data} />;
  return error ? <CategoryFailed name={titleCase(id)} /> : null;
}

function CategoryPosts({ answer }: { answer: CategoryAnswer }) {
  const site = useSite();
  const { category, data: posts, total, page, per_page: perPage, canonical_path: path } = answer;
  const pages = Math.max(1, Math.ceil(total / perPage));
  const pagePath = (number: number) => (number > 1 ? `${path}?page=${number}` : path);
  const title = page > 1 ? `${category.name}, page ${page}` : category.name;
  // A lead needs company: three rows beside it, and a grid below.
  const withLead = page === 1 && posts.length >= 4;
  const [lead, ...others] = posts;
  // A label says what the page's title does not; paid posts are marked wherever they appear.
  const labelled = (post: PostCard) => post.category_slug !== category.slug || post.category_slug === sponsoredSlug;
  const rows = withLead ? others.slice(0, 3) : [];
  const grid = withLead ? others.slice(3) : posts;

  return (
    <div className="wrap pb-16">
      <PageHead
        title={title}
        description={`${category.name} on ${site.brand}: the newest posts.`}
        canonicalPath={pagePath(page)}
        previousPath={page > 1 && page <= pages ? pagePath(page - 1) : undefined}
        nextPath={page < pages ? pagePath(page + 1) : undefined}
        feedPath={page > 1 ? undefined : path}
        image={posts[0]?.preview?.kind === 'image' ? posts[0].preview : null}
      />
      {import.meta.env.SSR && <JsonLd data={breadcrumbs(site, [{ name: category.name, path }])} />}
      <header className="category-head">
        <p>
          <a href="/" className="back-link">
            ← Home
          </a>
        </p>
        <h1 className="headline text-4xl">{category.name}</h1>
        {page > 1 && <p className="meta">{`Page ${page} of ${pages}`}</p>}
      </header>
      {posts.length === 0 && <p className="dek pb-10">No posts found in this category.</p>}
      {withLead && lead && (
        <div className="feature category-lead">
          <StoryCard
            heading="h2"
            post={lead}
            shape="large"
            label={labelled(lead)}
            author
            excerpt={excerptLimits.category}
            first
          />
          <div className="rows">
            {rows.map((post) => (
              <StoryCard
                key={post.id}
                heading="h2"
                post={post}
                shape="row"
                label={labelled(post)}
                excerpt={excerptLimits.category}
              />
            ))}
          </div>
        </div>
      )}
      {grid.length > 0 && (
        <div className="grid-four category-grid">
          {grid.map((post) => (
            <StoryCard key={post.id} heading="h2" post={post} label={labelled(post)} excerpt={excerptLimits.category} />
          ))}
        </div>
      )}
      <Pagination page={page} pages={pages} path={pagePath} label={category.name} />
    </div>
  );
}

function CategoryFailed({ name }: { name: string }) {
  return (
    <>
      <PageHead title={name} />
      <PageMessage
        title={`Failed to load posts for ${name}`}
        text="The category may have another name now, or the connection was lost. Try again, or start from the front page."
        action={{ label: 'Back to home', href: '/' }}
      />
    </>
  );
}
