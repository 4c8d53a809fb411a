import type { ReactNode } from 'react';
import type { Post } from '../../api/types';
import { SunMark } from '../../ui/sun-mark';
import { inLanguage } from '../format/in-language';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import type { ArticleFacts } from '../head/page-head-props';
import { useSite } from '../hooks/use-site';
import { sponsoredSlug } from '../post-cards/category-hue';
import { CategoryLabel } from '../post-cards/category-label';
import { authorPath, categoryPath, tagPath } from '../post-cards/post-path';
import { DealBox } from './deal-box';
import { prepareContent } from './post-content';
import { CorrectedLine, PostCorrections } from './post-corrections';
import { PostDates } from './post-dates';
import { PostHero } from './post-hero';
import { postJsonLd } from './post-json-ld';
import { ShareButton } from './share-button';
import { ShareRow } from './share-row';
import { StoryContents } from './story-contents';
import { listedStoryHeadings } from './story-headings';

type PostArticleProps = {
  post: Post;
  /** Stands where the rest of its text is missing. */
  gate?: ReactNode;
  /** In a preview nothing is shared, and nothing says to machines that there is a post. */
  isPreview?: boolean;
};

/** A whole post, from its title to the ways to share it at its end. */
export function PostArticle({ post, gate, isPreview = false }: PostArticleProps) {
  const site = useSite();
  const absolute = (path: string) => (path.startsWith('/') ? site.base_url + path : path);
  const shared = {
    url: absolute(post.canonical_path),
    title: post.title,
    image: absolute(post.share_picture.url),
  };
  // Labels and buttons within speak the publication's language.
  const around = inLanguage(post.language && site.language);
  return (
    <article id="post" className="post-article" {...inLanguage(post.language)}>
      {isPreview ? (
        <PageHead title={post.title} />
      ) : (
        <PageHead
          title={post.title}
          description={post.excerpt || post.summary}
          canonicalPath={post.canonical_path}
          // Only machines read them, so browsers need not carry what makes them.
          language={import.meta.env.SSR ? post.language : undefined}
          image={import.meta.env.SSR ? post.share_picture : undefined}
          article={import.meta.env.SSR ? articleFacts(post) : undefined}
        />
      )}
      {import.meta.env.SSR && !isPreview && <JsonLd data={postJsonLd(post, site)} />}
      <header className="post-head">
        <CategoryLabel post={post} />
        <h1 className="headline post-title">{post.title}</h1>
        {post.dek && <p className="dek">{post.dek}</p>}
        <div className="byline" {...around}>
          <SunMark />
          <div>
            <p className="font-semibold">
              {post.author_slug ? (
                <a href={authorPath(post.author_slug)} rel="author" className="author-link">
                  {post.author_label}
                </a>
              ) : (
                post.author_label
              )}
            </p>
            <PostDates post={post} />
          </div>
          {post.category_slug === sponsoredSlug && (
            <p className="paid-note">{post.brand ? `Paid for by ${post.brand}` : 'Paid post'}</p>
          )}
          {!isPreview && <ShareButton {...shared} />}
        </div>
        <CorrectedLine corrections={post.corrections} />
      </header>
      <PostHero post={post} />
      <StoryContents headings={listedStoryHeadings(post.content)} />
      {/* The buttons in it are part of the text, which React did not draw; the press bubbles up to here. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what is pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a button turns keys into clicks by itself */}
      <div
        // What programs that look for an article's text know it by, however short it is.
        itemProp="articleBody"
        className="prose article-body"
        onClick={(event) => pressEmbed(event.target)}
        onErrorCapture={(event) => isPreview || renewFiles(event.target, post.id)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleaned it when it was saved
        dangerouslySetInnerHTML={{ __html: prepareContent(post.content) }}
      />
      {gate}
      <PostCorrections corrections={post.corrections} />
      <DealBox deals={post.deal_links} around={around} />
      <footer className="foot" {...around}>
        {post.extra_text.trim() && (
          <p className="extra-text" {...inLanguage(post.language)}>
            {post.extra_text}
          </p>
        )}
        <dl>
          {post.brand && (
            <div>
              <dt>Brand</dt>
              <dd>{post.brand}</dd>
            </div>
          )}
          {post.tag_list.length > 0 && (
            <div>
              <dt>Tags</dt>
              <dd>
                <ul className="chips">
                  {post.tag_list.map(({ slug, name }) => (
                    <li key={slug}>
                      <a href={tagPath(slug)} rel="tag">
                        {name}
                      </a>
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
        </dl>
        {!isPreview && <ShareRow {...shared} />}
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

/** What the head of the page says of a post besides title and picture. */
function articleFacts(post: Post): ArticleFacts {
  return {
    publishedAt: post.published_at,
    modifiedAt: post.modified_at,
    section: post.category_name,
    tags: post.tag_list.map(({ name }) => name),
    author: post.author_label,
  };
}

/** What opens an embed comes with the first press on one. */
function pressEmbed(target: EventTarget): void {
  if (!(target instanceof Element) || !target.closest('button[data-embed-button]')) return;
  void import('./open-embed').then(({ openEmbed }) => openEmbed(target)).catch(() => {});
}

/** Addresses of private files end after an hour, and a picture further down loads when its reader comes there. */
function renewFiles(missing: EventTarget, postId: number): void {
  void import('./renew-files').then((module) => module.renewFiles(missing as Element, postId)).catch(() => {});
}
