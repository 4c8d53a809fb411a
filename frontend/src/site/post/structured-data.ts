import type { Post, Site } from '../../api/types';
import { sponsoredSlug } from '../posts/category-hue';

/** A post as schema.org describes it; a paid one says that it is advertising. */
export function structuredData(post: Post, site: Site): object {
  const url = site.base_url + post.canonical_path;
  const publisher = { '@type': 'Organization', name: site.brand, url: `${site.base_url}/` };
  // A name typed for a guest is a person; the fixed labels stand for the publication.
  const isPerson = post.custom_author.trim() !== '';
  return {
    '@context': 'https://schema.org',
    '@type': post.category_slug === sponsoredSlug ? 'AdvertiserContentArticle' : 'NewsArticle',
    headline: post.title,
    description: post.excerpt || undefined,
    mainEntityOfPage: url,
    url,
    image: images(post).map((path) => (path.startsWith('/') ? site.base_url + path : path)),
    datePublished: post.published_at,
    dateModified: post.updated_at,
    articleSection: post.category_name || undefined,
    keywords: post.tags || undefined,
    author: isPerson ? { '@type': 'Person', name: post.author_label } : { ...publisher, name: post.author_label },
    publisher,
    isAccessibleForFree: post.access === 'everyone',
  };
}

function images(post: Post): string[] {
  const still = post.preview?.kind === 'video' ? post.poster_url : post.preview?.url;
  return still ? [still] : [];
}
