import type { Site } from '../../api/types';

/** The way to a page from home, as schema.org describes it. */
export function breadcrumbs(site: Site, steps: { name: string; path: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.base_url + path,
    })),
  };
}

/** The publication itself. */
export function organization(site: Site): object {
  const contact = site.contact_email || site.contact_phone;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.brand,
    slogan: site.tagline,
    url: `${site.base_url}/`,
    address: { '@type': 'PostalAddress', addressLocality: 'Nairobi', addressCountry: 'KE' },
    ...(contact && {
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer service',
        email: site.contact_email || undefined,
        telephone: site.contact_phone || undefined,
      },
    }),
  };
}
