import type { MediaPreview, Post, Site } from '../../api/types';
import { sponsoredSlug } from '../posts/category-hue';

/** A post as schema.org describes it; a paid one says that it is advertising. */
export function structuredData(post: Post, site: Site): object {
  const url = site.base_url + post.canonical_path;
  const publisher = { '@type': 'Organization', name: site.brand, url: `${site.base_url}/` };
  const still = stillOf(post);
  // A name typed for a guest is a person; the fixed labels stand for the publication.
  const isPerson = post.custom_author.trim() !== '';
  return {
    '@context': 'https://schema.org',
    '@type': post.category_slug === sponsoredSlug ? 'AdvertiserContentArticle' : 'NewsArticle',
    headline: post.title,
    description: post.excerpt || undefined,
    mainEntityOfPage: url,
    url,
    image: still ? [still.url.startsWith('/') ? site.base_url + still.url : still.url] : [],
    datePublished: post.published_at,
    dateModified: post.updated_at,
    articleSection: post.category_name || undefined,
    keywords: post.tags || undefined,
    author: isPerson ? { '@type': 'Person', name: post.author_label } : { ...publisher, name: post.author_label },
    publisher,
    isAccessibleForFree: post.access === 'everyone',
  };
}

/** The picture that stands for a post: its preview, or the poster of the video that is its preview. */
export function stillOf({ preview, poster_url: poster }: Post): MediaPreview | null {
  if (preview?.kind !== 'video') return preview ?? null;
  return poster ? { ...preview, kind: 'image', url: poster, width: null, height: null } : null;
}
