// Pages as schema.org describes them: pure data for <JsonLd>, called on the server only.
import type { Site } from '../../api/types';

/** The publication. */
export function organization(site: Site): object {
  return {
    '@type': 'Organization',
    '@id': `${site.base_url}/#organization`,
    name: site.brand,
    slogan: site.tagline,
    url: `${site.base_url}/`,
    logo: { '@type': 'ImageObject', url: `${site.base_url}/icon-512.png`, width: 512, height: 512 },
    email: site.contact_email,
    telephone: site.contact_phone,
    ...(site.social_links.length > 0 && { sameAs: site.social_links.map(({ href }) => href) }),
  };
}

/** The site. */
export function webSite(site: Site): object {
  return {
    '@type': 'WebSite',
    '@id': `${site.base_url}/#website`,
    name: site.brand,
    description: site.tagline,
    url: `${site.base_url}/`,
    inLanguage: site.language,
    publisher: { '@id': `${site.base_url}/#organization` },
  };
}

/** The way from home to a page; the last step is the page itself. */
export function breadcrumbs(site: Site, steps: { name: string; path: string }[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.base_url + path,
    })),
  };
}

/** Questions with the paragraphs of their answers, in plain text. */
export function faqPage(questions: { question: string; answer: string[] }[]): object {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
    })),
  };
}

/** Something the publication does for others. */
export function service(site: Site, about: { name: string; description: string; path: string }): object {
  return {
    '@type': 'Service',
    name: about.name,
    serviceType: about.name,
    description: about.description,
    url: site.base_url + about.path,
    provider: organization(site),
    areaServed: { '@type': 'Country', name: 'Kenya' },
  };
}
