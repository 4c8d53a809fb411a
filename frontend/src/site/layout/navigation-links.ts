// What header, menu and footer link to (specification 2.3 and 2.4).
export type NavigationLink = { label: string; href: string };

const categoryLink = (label: string): NavigationLink => ({
  label,
  href: `/category/${label.toLowerCase().replaceAll(' ', '-')}`,
});

/** The category bar of large screens. */
export const topCategories: NavigationLink[] = [
  'Latest News',
  'Tech',
  'Business',
  'Politics',
  'Trending',
  'The Big Story',
  'AI',
  'Science',
  'Security',
  'Digital Finance',
  'Entertainment',
  'Deals',
].map(categoryLink);

export const menuEvents: NavigationLink[] = [
  'Latest News',
  'Tech',
  'Business',
  'Politics',
  'The Big Story',
  'AI',
  'Science',
  'Security',
  'Digital Finance',
  'Entertainment',
  'Deals',
  'Review',
  'Video',
  'Services',
].map(categoryLink);

export const menuMore: NavigationLink[] = ['Advertise', 'Imports', 'Exports', 'Buying Guide', 'Electronics'].map(
  categoryLink,
);

const service = (label: string, slug: string): NavigationLink => ({ label, href: `/services/${slug}` });

export const services: NavigationLink[] = [
  service('IT consulting', 'it-consulting'),
  service('Software and web development', 'software-web-development'),
  service('SEO and marketing', 'seo-and-marketing'),
  service('Data engineering', 'data-engineering'),
  service('Data and analytics', 'data-and-analytics'),
  service('Fintech and trading', 'fintech-and-trading'),
  service('Healthcare tech', 'healthcare-tech'),
  service('Core IT support', 'core-it-support-services'),
  service('Advanced IT support', 'advanced-it-support-services'),
  service('Cloud infrastructure', 'cloud-infrastructure'),
  service('Business software solutions', 'business-software-solutions'),
  service('Business management tools', 'business-management-tools'),
  service('Accounting services', 'accounting-services'),
  service('Financial services', 'financial-services'),
  service('Advertisement and marketing', 'advertisement-and-marketing'),
];

export const footerGroups: { title: string; links: NavigationLink[] }[] = [
  {
    title: 'About us',
    links: [
      { label: 'About', href: '/about' },
      { label: 'Contact', href: '/contact' },
      { label: 'FAQs', href: '/faqs' },
      { label: 'Privacy policy', href: '/privacy-policy' },
      { label: 'User agreement', href: '/user-agreement' },
    ],
  },
  {
    title: 'For readers',
    links: [
      { label: 'Subscribe', href: '/subscribe' },
      { label: 'Newsletters', href: '/newsletters' },
      { label: 'My account', href: '/manage-account' },
    ],
  },
  {
    title: 'Sections',
    links: [
      { label: 'Video', href: '/category/video' },
      { label: 'Reviews', href: '/category/review' },
      { label: 'Services', href: '/category/services' },
      { label: 'Advertise', href: '/category/advertise' },
    ],
  },
];

export const consultancyLinks: NavigationLink[] = ['Imports', 'Exports', 'Buying Guide', 'Electronics'].map(
  categoryLink,
);

/** The consultancy page's slug carries the brand. */
export function consultancyPath(brand: string): string {
  const words =
    brand
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return `/${words.join('-') || 'our'}-consultancy`;
}
