import type { ReactNode } from 'react';
import type { PostCard } from '../../api/types';
import { excerptLimits } from '../format/excerpt';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs } from '../head/schema-org';
import { shareCopy } from '../head/share-copy';
import { useSite } from '../hooks/use-site';
import { NewsletterBox } from '../newsletter-sign-up/newsletter-box';
import { StoryCard } from '../post-cards/story-card';
import { Pagination } from './pagination';
import { PostList } from './post-list';

type PostListingProps = {
  /** What all these posts have in common: the page's heading. */
  name: string;
  /** The page's title, where the heading alone would say too little. */
  title?: string;
  description: string;
  /** What kind of list it is, above the heading. */
  kicker?: ReactNode;
  /** What the list is about, below its name. */
  about?: string;
  /** The colour of a rule below its name, as classes. */
  hue?: string;
  /** At the head, and for shared links in place of the newest post's. */
  picture?: { url: string; width: number; height: number } | null;
  /** Those that the address may mean, where they are several. */
  namesakes?: { name: string; path: string }[];
  /** Stands where there is no post. */
  empty: string;
  answer: { data: PostCard[]; total: number; page: number; per_page: number; canonical_path: string };
  /** Whether a post's category is worth naming in this list. */
  labelled: (post: PostCard) => boolean;
  /** Shows the author of each post. */
  author?: boolean;
};

/**
 * All posts of one category, author or tag, newest first: a lead with three beside it on the first page, then a river.
 */
export function PostListing({
  name,
  title = name,
  description,
  kicker,
  about,
  hue,
  picture,
  namesakes = [],
  empty,
  answer,
  labelled,
  author = true,
}: PostListingProps) {
  const site = useSite();
  const { data: posts, total, page, per_page: perPage, canonical_path: path } = answer;
  const pages = Math.max(1, Math.ceil(total / perPage));
  const pagePath = (number: number) => (number > 1 ? `${path}?page=${number}` : path);
  // An old link, or posts that have gone since: nothing here is worth finding again.
  const beyond = page > pages;
  // A lead needs company: three rows beside it.
  const withLead = page === 1 && posts.length >= 4;
  const [lead, ...others] = posts;
  const rows = withLead ? others.slice(0, 3) : [];
  const river = withLead ? others.slice(3) : posts;

  return (
    <div className="wrap pb-16">
      <PageHead
        title={page > 1 ? `${title}, page ${page}` : title}
        description={description}
        canonicalPath={beyond ? undefined : pagePath(page)}
        previousPath={page > 1 && page <= pages ? pagePath(page - 1) : undefined}
        nextPath={page < pages ? pagePath(page + 1) : undefined}
        feedPath={page > 1 ? undefined : path}
        image={import.meta.env.SSR ? (picture ? { ...picture, alt: name } : shareCopy(posts[0]?.preview)) : null}
      />
      {import.meta.env.SSR && <JsonLd data={breadcrumbs(site, [{ name, path }])} />}
      <header className="listing-head">
        <p>
          <a href="/" className="back-link">
            ← Home
          </a>
        </p>
        {kicker && <p className="meta">{kicker}</p>}
        <h1 className="headline text-4xl">{name}</h1>
        <About about={about} hue={hue} picture={picture} />
        {namesakes.length > 0 && <Namesakes namesakes={namesakes} />}
        {total > 0 && (
          <p className="meta">
            {(total === 1 ? '1 post' : `${total} posts`) + (pages > 1 && !beyond ? ` · page ${page} of ${pages}` : '')}
          </p>
        )}
      </header>

      {withLead && lead && (
        <div className="feature listing-lead">
          <StoryCard
            heading="h2"
            post={lead}
            shape="large"
            label={labelled(lead)}
            author={author}
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
      <div className="listing-body">
        <div>
          {posts.length === 0 && <p className="dek">{beyond ? `There is no page ${page} any more.` : empty}</p>}
          {beyond && (
            <p>
              <a href={path} className="more-link">
                To the newest posts →
              </a>
            </p>
          )}
          <PostList
            posts={river}
            labelled={labelled}
            author={author}
            limit={excerptLimits.category}
            first={!withLead}
          />
          {!beyond && <Pagination page={page} pages={pages} path={pagePath} label={name} />}
        </div>
        <NewsletterBox slim />
      </div>
    </div>
  );
}

/** The ways to the pages of those who shared an address. */
function Namesakes({ namesakes }: Required<Pick<PostListingProps, 'namesakes'>>) {
  return (
    <>
      <p className="dek">This address was shared. Each now has a page of its own:</p>
      <ul className="namesakes">
        {namesakes.map(({ name, path }) => (
          <li key={path}>
            <a href={path} className="more-link" dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a category says of itself: its colour, a line and a picture. */
function About({ about, hue, picture }: Pick<PostListingProps, 'about' | 'hue' | 'picture'>) {
  return (
    <>
      {hue && <span className={`listing-hue ${hue}`} />}
      {about && <p className="dek">{about}</p>}
      {picture && (
        <img
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt=""
          decoding="async"
          className="listing-picture"
        />
      )}
    </>
  );
}
