import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { sitePage } from '../../api/queries/site-pages';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { useSite } from '../hooks/use-site';
import { MissingPage } from './missing-page';
import { PageArticle } from './page-article';
import { pageJsonLd } from './page-json-ld';

/** What editors wrote at this address, or the words of the product. */
export function SitePageScreen() {
  const { pathname } = useLocation();
  // A page with a path of its own has no parameter.
  const slug = useParams().slug ?? pathname.slice(1);
  const site = useSite();
  const { data: page, error } = useQuery(sitePage(slug));
  if (!page) return error ? <MissingPage error={error} path={pathname} /> : null;
  return (
    <>
      <PageHead
        title={page.short_title}
        description={page.description}
        canonicalPath={page.canonical_path}
        image={page.share_picture}
      />
      {import.meta.env.SSR && <JsonLd data={pageJsonLd(page, site)} />}
      <PageArticle page={page} />
    </>
  );
}
