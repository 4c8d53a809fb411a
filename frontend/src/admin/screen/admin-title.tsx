import { useQuery } from '@tanstack/react-query';
import { siteDetails } from '../../api/queries/site';
import { useHasUnsavedChanges } from '../unsaved-changes/unsaved-changes';

/** "Posts · Mwanga admin", under the site's own name; "• Posts · …" with unsaved changes. */
export function AdminTitle({ children }: { children: string }) {
  const { data: site } = useQuery(siteDetails());
  const unsaved = useHasUnsavedChanges();
  // Until it is known, the document's own title stays.
  return site ? <title>{`${unsaved ? '• ' : ''}${children} · ${site.brand} admin`}</title> : null;
}
