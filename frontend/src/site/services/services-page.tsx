import { ContactLinks } from '../contact/contact-links';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs } from '../head/schema-org';
import { consultancyPath } from '../layout/navigation-links';
import { useSite } from '../layout/use-site';
import { serviceGroups } from './service-groups';

/** The list of all services, in groups. */
export function ServicesPage() {
  const site = useSite();
  return (
    <div className="wrap pb-16">
      <PageHead
        title="Services"
        description="IT, software, data, finance and marketing services from Nairobi, each with what it includes, what it leaves out and what to ask first."
        canonicalPath="/services"
      />
      {import.meta.env.SSR && <JsonLd data={breadcrumbs(site, [{ name: 'Services', path: '/services' }])} />}
      <header className="still-head">
        <h1 className="headline text-4xl">Services</h1>
        <p className="dek max-w-[36em]">
          Fifteen kinds of help for organisations in Nairobi and beyond. Each page says what is offered, how it goes,
          what it leaves out, and what to ask before you pay anybody, us included.
        </p>
      </header>
      {serviceGroups.map(({ id, title, text, services }) => (
        <section key={id} aria-labelledby={`group-${id}`} className="service-group">
          <div>
            <h2 id={`group-${id}`} className="headline text-2xl">
              {title}
            </h2>
            <p className="mt-2 max-w-[22em] text-sm text-ink-3">{text}</p>
          </div>
          <ul>
            {services.map(({ href, label, summary }) => (
              <li key={href}>
                <a href={href}>
                  <span className="headline text-xl">{label}</span>
                  <span className="dek text-base">{summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <aside aria-labelledby="unsure" className="night-box">
        <div className="grid content-start gap-3">
          <h2 id="unsure" className="headline text-2xl">
            Not sure which one?
          </h2>
          <p className="max-w-[34em] text-night-ink-2">
            Describe the problem in two sentences. We name the service that fits, or say that you do not need one. For
            questions across several of them there is{' '}
            <a href={consultancyPath(site.brand)} className="underline">
              {site.brand} Consultancy
            </a>
            .
          </p>
        </div>
        <ContactLinks site={site} />
      </aside>
    </div>
  );
}
