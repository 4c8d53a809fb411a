import { useSite } from '../layout/use-site';

type PageHeadProps = {
  /** Without the brand; left out on home, whose title is brand and tagline. */
  title?: string;
  description?: string;
  /** The page's one true address, path and query; without it the page asks not to be indexed. */
  canonicalPath?: string;
  previousPath?: string;
  nextPath?: string;
  image?: { url: string; width: number | null; height: number | null; alt: string } | null;
  article?: { publishedAt: string; modifiedAt: string; section: string };
};

/** Title, description, canonical address and sharing cards of a page. React moves the tags into `<head>`. */
export function PageHead({ title, description, canonicalPath, previousPath, nextPath, image, article }: PageHeadProps) {
  const site = useSite();
  const fullTitle = title ? `${title} | ${site.brand}` : `${site.brand}: ${site.tagline}`;
  const absolute = (path: string) => (path.startsWith('/') ? site.base_url + path : path);
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {canonicalPath ? (
        <link rel="canonical" href={absolute(canonicalPath)} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      {previousPath && <link rel="prev" href={absolute(previousPath)} />}
      {nextPath && <link rel="next" href={absolute(nextPath)} />}
      <meta property="og:site_name" content={site.brand} />
      <meta property="og:locale" content="en_KE" />
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:title" content={title ?? fullTitle} />
      {description && <meta property="og:description" content={description} />}
      {canonicalPath && <meta property="og:url" content={absolute(canonicalPath)} />}
      {image && <meta property="og:image" content={absolute(image.url)} />}
      {image?.width && <meta property="og:image:width" content={String(image.width)} />}
      {image?.height && <meta property="og:image:height" content={String(image.height)} />}
      {image?.alt && <meta property="og:image:alt" content={image.alt} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {article && <meta property="article:published_time" content={article.publishedAt} />}
      {article && <meta property="article:modified_time" content={article.modifiedAt} />}
      {article && <meta property="article:section" content={article.section} />}
    </>
  );
}
