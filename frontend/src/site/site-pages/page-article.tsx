import type { SitePage } from '../../api/types';
import { useSite } from '../hooks/use-site';
import { PageLayout } from './layouts';

/** A whole page of the site; the admin area's preview draws it too. */
export function PageArticle({ page }: { page: SitePage }) {
  const { services } = useSite().navigation;
  const at = services.findIndex(({ href }) => href === page.canonical_path);
  const next = at < 0 || services.length < 2 ? undefined : services[(at + 1) % services.length];
  const isOffered = page.canonical_path.startsWith('/services/') || page.key === 'consultancy';
  return (
    <article className="wrap pb-16">
      <header className="still-head">
        {isOffered && (
          <p>
            <a href="/services" className="back-link">
              ← All services
            </a>
          </p>
        )}
        <h1 className="headline text-4xl">{page.title}</h1>
        {page.lead && <p className="dek max-w-[36em]">{page.lead}</p>}
        {page.note && <p className="meta">{page.note}</p>}
      </header>
      <PageLayout page={page} />
      {next && (
        <p className="mt-12 border-t border-rule-strong pt-4">
          <a href={next.href} className="more-link">
            Next service: {next.label} →
          </a>
        </p>
      )}
    </article>
  );
}
