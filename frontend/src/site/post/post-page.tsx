import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { postBySlug } from '../../api/queries/posts';
import type { Post } from '../../api/types';
import { longDate } from '../format/dates';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { useSite } from '../layout/use-site';
import { sponsoredSlug } from '../posts/category-hue';
import { CategoryLabel } from '../posts/category-label';
import { categoryPath } from '../posts/post-path';
import { DealBox } from './deal-box';
import { prepareContent } from './post-content';
import { postData } from './post-data';
import { PostFailed } from './post-failed';
import { PostHero } from './post-hero';

/** One post. */
export function PostPage() {
  const { slug = '' } = useParams();
  const { data, error } = useQuery(postBySlug(slug));
  if (data) return <PostArticle post={data} />;
  return error ? <PostFailed error={error} slug={slug} /> : null;
}

function PostArticle({ post }: { post: Post }) {
  const site = useSite();
  const tags = post.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  return (
    <article>
      <PageHead
        title={post.title}
        description={post.excerpt || post.summary}
        canonicalPath={post.canonical_path}
        image={post.share_picture}
        article={{ publishedAt: post.published_at, modifiedAt: post.updated_at, section: post.category_name }}
      />
      {import.meta.env.SSR && <JsonLd data={postData(post, site)} />}
      <header className="post-head">
        <CategoryLabel post={post} />
        <h1 className="headline post-title">{post.title}</h1>
        {post.dek && <p className="dek">{post.dek}</p>}
        <div className="byline">
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <circle cx="20" cy="20" r="20" className="fill-sunk" />
            <path d="M9 25a11 11 0 0 1 22 0Z" className="fill-ember" />
            <path d="M6 28h28" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
          </svg>
          <div>
            <p className="font-semibold">{post.author_label}</p>
            <p className="meta">
              <time dateTime={post.published_at}>{longDate(post.published_at)}</time>
              {` · ${post.reading_minutes} min read`}
            </p>
          </div>
          {post.category_slug === sponsoredSlug && (
            <p className="paid-note">{post.brand ? `Paid for by ${post.brand}` : 'Paid post'}</p>
          )}
        </div>
      </header>
      <PostHero post={post} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleaned it against one allow-list when it was saved */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: prepareContent(post.content) }} />
      <DealBox deals={post.deal_links} />
      <footer className="post-foot">
        {post.extra_text.trim() && <p className="extra-text">{post.extra_text}</p>}
        <dl>
          {post.brand && (
            <div>
              <dt>Brand</dt>
              <dd>{post.brand}</dd>
            </div>
          )}
          {tags.length > 0 && (
            <div>
              <dt>Tags</dt>
              <dd>
                <ul className="tags">
                  {tags.map((tag) => (
                    <li key={tag}>{tag}</li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
        </dl>
        {post.category_slug && (
          <p className="no-print">
            <a href={categoryPath(post.category_slug)} className="more-link">
              More in {post.category_name} →
            </a>
          </p>
        )}
      </footer>
    </article>
  );
}
