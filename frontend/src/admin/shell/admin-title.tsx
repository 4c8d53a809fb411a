import { useQuery } from '@tanstack/react-query';
import { siteDetails } from '../../api/queries/site';

/** "Posts · Mwanga admin", under the site's own name. */
export function AdminTitle({ children }: { children: string }) {
  const { data: site } = useQuery(siteDetails());
  // Until it is known, the document's own title stays.
  return site ? <title>{`${children} · ${site.brand} admin`}</title> : null;
}
