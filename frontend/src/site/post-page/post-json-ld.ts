// A post as schema.org describes it: data for <JsonLd>, called on the server only.
import type { DealLink, Post, Site } from '../../api/types';
import { breadcrumbs, organization } from '../head/schema-org';
import { sponsoredSlug } from '../post-cards/category-hue';
import { authorPath, categoryPath } from '../post-cards/post-path';
import { storyReviews } from './story-reviews';

/** The post, the way to it, and the products it offers. */
export function postJsonLd(post: Post, site: Site): object[] {
  const category = post.category_slug ? [{ name: post.category_name, path: categoryPath(post.category_slug) }] : [];
  return [
    article(post, site),
    breadcrumbs(site, [...category, { name: post.title, path: post.canonical_path }]),
    ...reviews(post, site),
    ...products(post, site),
  ];
}

/** The boxes of reviews in its text, as far as the reader has that. */
function reviews(post: Post, site: Site): object[] {
  return storyReviews(post.content).map(({ name, score, verdict, pros, cons }) => ({
    '@type': 'Review',
    itemReviewed: { '@type': 'Product', name, image: picture(post, site) },
    reviewRating: { '@type': 'Rating', ratingValue: score, bestRating: 10, worstRating: 0 },
    reviewBody: verdict || undefined,
    positiveNotes: notes(pros),
    negativeNotes: notes(cons),
    author: author(post, site),
    publisher: organization(site),
    datePublished: post.published_at,
    url: site.base_url + post.canonical_path,
  }));
}

/** Pros or cons as search engines ask for them. */
function notes(texts: string[]): object | undefined {
  if (texts.length === 0) return undefined;
  return {
    '@type': 'ItemList',
    itemListElement: texts.map((name, index) => ({ '@type': 'ListItem', position: index + 1, name })),
  };
}

/** Search engines cut a headline at 110 characters. */
const longestHeadline = 110;

/** A paid post says that it is advertising. */
function article(post: Post, site: Site): object {
  const url = site.base_url + post.canonical_path;
  const free = post.access === 'everyone';
  const keywords = post.tag_list.map((tag) => tag.name);
  return {
    '@type': post.category_slug === sponsoredSlug ? 'AdvertiserContentArticle' : 'NewsArticle',
    '@id': `${url}#article`,
    headline: shortened(post.title),
    description: post.excerpt || post.summary || undefined,
    mainEntityOfPage: { '@type': 'WebPage', '@id': url },
    url,
    image: [picture(post, site)],
    datePublished: post.published_at,
    dateModified: post.modified_at,
    correction: post.corrections.length > 0 ? post.corrections.map(correctionComment) : undefined,
    articleSection: post.category_name || undefined,
    keywords: keywords.length > 0 ? keywords : undefined,
    inLanguage: post.language || site.language,
    author: author(post, site),
    publisher: organization(site),
    sponsor:
      post.category_slug === sponsoredSlug && post.brand ? { '@type': 'Organization', name: post.brand } : undefined,
    isAccessibleForFree: free,
    hasPart: free ? undefined : { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.prose' },
  };
}

function correctionComment({ text, created_at }: Post['corrections'][number]): object {
  return { '@type': 'CorrectionComment', text, datePublished: created_at };
}

/** A name typed for a guest is a person; the fixed labels stand for the publication. */
function author(post: Post, site: Site): object {
  return {
    '@type': post.custom_author.trim() ? 'Person' : 'Organization',
    name: post.author_label,
    url: site.base_url + authorPath(post.author_slug),
  };
}

function shortened(title: string): string {
  const letters = [...title];
  return letters.length > longestHeadline ? `${letters.slice(0, longestHeadline - 1).join('')}…` : title;
}

function picture(post: Post, site: Site): object {
  const { url, width, height, alt } = post.share_picture;
  return {
    '@type': 'ImageObject',
    url: url.startsWith('/') ? site.base_url + url : url,
    width: width ?? undefined,
    height: height ?? undefined,
    caption: alt || undefined,
  };
}

/** One product for each name, with every offer that holds and whose price can be read; others are for people only. */
function products(post: Post, site: Site): object[] {
  const offers = new Map<string, object[]>();
  for (const deal of post.deal_links) {
    const name = deal.product_name.trim();
    const offer = offerOf(deal);
    if (name && offer) offers.set(name, [...(offers.get(name) ?? []), offer]);
  }
  return [...offers].map(([name, list]) => ({
    '@type': 'Product',
    name,
    image: picture(post, site),
    offers: list.length === 1 ? list[0] : list,
  }));
}

function offerOf(deal: DealLink): object | undefined {
  const price = readPrice(deal.price);
  if (!price || deal.expired) return undefined;
  const seller = deal.label.trim();
  return {
    '@type': 'Offer',
    ...price,
    url: deal.url,
    priceValidUntil: deal.ends_at ?? undefined,
    seller: seller ? { '@type': 'Organization', name: seller } : undefined,
  };
}

const currencies: Record<string, string> = {
  '': 'USD',
  $: 'USD',
  us$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  ksh: 'KES',
  kshs: 'KES',
  sh: 'KES',
  shs: 'KES',
  tsh: 'TZS',
  ush: 'UGX',
};

/** "KSh 4,500" as amount and ISO currency; undefined when it is anything but one price in a currency we know. */
export function readPrice(text: string): { price: string; priceCurrency: string } | undefined {
  const parts = /^(\D*?)\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?\s*(\D*)$/u.exec(text.trim());
  if (!parts) return undefined;
  const [, before = '', whole = '', fraction = '', after = ''] = parts;
  const written = [before, after].map((word) => word.trim().replace(/\.$/, '')).filter(Boolean);
  if (written.length > 1) return undefined;
  const word = written[0] ?? '';
  const priceCurrency = /^[A-Z]{3}$/.test(word) ? word : currencies[word.toLowerCase()];
  return priceCurrency ? { price: whole.replaceAll(',', '') + fraction, priceCurrency } : undefined;
}
