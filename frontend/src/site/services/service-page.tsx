import { useParams } from 'react-router';
import { JsonLd } from '../head/json-ld';
import { PageHead } from '../head/page-head';
import { breadcrumbs, service } from '../head/schema-org';
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
  const own = services[at];
  if (!own || !text) return <NoSuchService />;
  const { label, href } = own;
  const next = services[(at + 1) % services.length] ?? own;
  return (
    <>
      <PageHead title={label} description={text.description} canonicalPath={href} />
      {import.meta.env.SSR && (
        <JsonLd data={service(site, { name: label, description: text.description, path: href })} />
      )}
      {import.meta.env.SSR && (
        <JsonLd
          data={breadcrumbs(site, [
            { name: 'Services', path: '/services' },
            { name: label, path: href },
          ])}
        />
      )}
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
