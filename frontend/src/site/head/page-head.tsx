import { useSite } from '../hooks/use-site';
import type { PageHeadProps } from './page-head-props';
import { ShareTags } from './share-tags';

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
