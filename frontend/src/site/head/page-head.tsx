import { useSite } from '../layout/use-site';
import { ShareTags } from './share-tags';

export type PageHeadProps = {
  /** Without the brand; left out on home, whose title is brand and tagline. */
  title?: string;
  description?: string;
  /** The page's one true address, path and query; without it the page asks not to be indexed. */
  canonicalPath?: string;
  previousPath?: string;
  nextPath?: string;
  /** Where feeds of the page's own posts lie, `/category/tech`; those of the site are on every page. */
  feedPath?: string;
  /** For shared links; left out, it is the picture of the site. */
  image?: { url: string; width: number | null; height: number | null; alt: string } | null;
  article?: { publishedAt: string; modifiedAt: string; section: string };
};

/** Title, description, canonical address and what machines read of a page. React moves the tags into `<head>`. */
export function PageHead(props: PageHeadProps) {
  const { title, description, canonicalPath, previousPath, nextPath } = props;
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
      {import.meta.env.SSR && <ShareTags {...props} site={site} fullTitle={fullTitle} />}
    </>
  );
}
