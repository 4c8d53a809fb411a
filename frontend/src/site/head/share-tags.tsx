import type { Site } from '../../api/types';
import { ogLocale } from './og-locale';
import type { PageHeadProps } from './page-head-props';

const feedFormats = [
  { file: 'feed.xml', type: 'application/rss+xml', name: 'RSS' },
  { file: 'atom.xml', type: 'application/atom+xml', name: 'Atom' },
  { file: 'feed.json', type: 'application/feed+json', name: 'JSON Feed' },
];

type ShareTagsProps = PageHeadProps & { site: Site; fullTitle: string };

/**
 * What only machines read of a page: sharing cards and the feeds. The server alone writes it, and `removePageTags`
 * takes it away when the reader moves on.
 */
export function ShareTags({ site, fullTitle, ...page }: ShareTagsProps) {
  const { title, description, canonicalPath, feedPath, article } = page;
  const image = page.image ?? { url: '/og/site.png', width: 1200, height: 630, alt: site.brand };
  const locale = ogLocale(page.language || site.language, site.calendar?.zone ?? 'Africa/Nairobi');
  const absolute = (path: string) => (path.startsWith('/') ? site.base_url + path : path);
  return (
    <>
      {canonicalPath && <meta name="robots" content="max-image-preview:large" />}
      <meta property="og:site_name" content={site.brand} />
      {locale && <meta property="og:locale" content={locale} />}
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:title" content={title ?? fullTitle} />
      {description && <meta property="og:description" content={description} />}
      {canonicalPath && <meta property="og:url" content={absolute(canonicalPath)} />}
      <meta property="og:image" content={absolute(image.url)} />
      {image.width && <meta property="og:image:width" content={String(image.width)} />}
      {image.height && <meta property="og:image:height" content={String(image.height)} />}
      {image.alt && <meta property="og:image:alt" content={image.alt} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title ?? fullTitle} />
      {description && <meta name="twitter:description" content={description} />}
      <meta name="twitter:image" content={absolute(image.url)} />
      {image.alt && <meta name="twitter:image:alt" content={image.alt} />}
      {article && <meta property="article:published_time" content={article.publishedAt} />}
      {article && <meta property="article:modified_time" content={article.modifiedAt} />}
      {article && <meta property="article:section" content={article.section} />}
      {/* Open Graph means the address of a profile; what reads it takes it for the name (see docs/extractors.md). */}
      {article && <meta property="article:author" content={article.author} />}
      {article?.tags.map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
      {article && article.tags.length > 0 && <meta name="keywords" content={article.tags.join(', ')} />}
      {feedPath && feedLinks(`${title} | ${site.brand}`, absolute(feedPath), true)}
      {feedLinks(site.brand, site.base_url, false)}
    </>
  );
}

function feedLinks(title: string, folder: string, ofPage: boolean) {
  return feedFormats.map(({ file, type, name }) => (
    <link
      key={file}
      rel="alternate"
      type={type}
      title={`${title} (${name})`}
      href={`${folder}/${file}`}
      data-page={ofPage || undefined}
    />
  ));
}
