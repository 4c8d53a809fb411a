import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs, service } from '../head/schema-org';
import { consultancyLinks } from '../layout/navigation-links';
import { useSite } from '../layout/use-site';
import { Offer } from '../services/offer';
import { consultancyText } from './consultancy-text';

const path = '/mwanga-consultancy';

/** The consultancy, and the guides its work is known by. */
export function ConsultancyPage() {
  const site = useSite();
  const name = `${site.brand} Consultancy`;
  return (
    <>
      <PageHead title={name} description={consultancyText.description} canonicalPath={path} />
      {import.meta.env.SSR && <JsonLd data={service(site, { name, description: consultancyText.description, path })} />}
      {import.meta.env.SSR && <JsonLd data={breadcrumbs(site, [{ name, path }])} />}
      <Offer title={name} text={consultancyText} back={{ href: '/services', label: 'All services' }}>
        <section aria-labelledby="guides" className="mt-12 border-t border-rule-strong pt-4">
          <h2 id="guides" className="headline text-2xl">
            Read before you ask
          </h2>
          <p className="dek mt-1 max-w-[36em]">Much of what we know stands in our guides.</p>
          <ul className="mt-3 flex flex-wrap gap-x-8 gap-y-1">
            {consultancyLinks.map(({ href, label }) => (
              <li key={href}>
                <a href={href} className="more-link">
                  {label} →
                </a>
              </li>
            ))}
          </ul>
        </section>
      </Offer>
    </>
  );
}
