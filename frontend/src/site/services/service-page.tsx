import { useParams } from 'react-router';
import type { Site } from '../../api/types';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs } from '../head/structured-data';
import { services } from '../layout/navigation-links';
import { PageMessage } from '../layout/page-message';
import { useSite } from '../layout/use-site';
import { Offer } from './offer';
import { serviceSlug, serviceText } from './service-texts';

/** One service. */
export function ServicePage() {
  const slug = serviceSlug(useParams().slug ?? '');
  const site = useSite();
  const at = services.findIndex(({ href }) => href === `/services/${slug}`);
  const text = serviceText(slug);
  const service = services[at];
  if (!service || !text) return <NoSuchService />;
  const { label, href } = service;
  const next = services[(at + 1) % services.length] ?? service;
  return (
    <>
      <PageHead title={label} description={text.description} canonicalPath={href} />
      <JsonLd data={structuredData(label, href, text.description, site)} />
      <JsonLd
        data={breadcrumbs(site, [
          { name: 'Services', path: '/services' },
          { name: label, path: href },
        ])}
      />
      <Offer title={label} text={text} back={{ href: '/services', label: 'All services' }} next={next} />
    </>
  );
}

function NoSuchService() {
  return (
    <>
      <PageHead title="No such service" />
      <PageMessage
        title="There is no service at this address."
        text="It may have been mistyped, or is offered under another name now. The list has everything we do."
        action={{ label: 'See all services', href: '/services' }}
      />
    </>
  );
}

function structuredData(name: string, path: string, description: string, site: Site): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Service',
    name,
    serviceType: name,
    description,
    url: site.base_url + path,
    areaServed: { '@type': 'Country', name: 'Kenya' },
    provider: { '@type': 'Organization', name: site.brand, url: `${site.base_url}/` },
  };
}
