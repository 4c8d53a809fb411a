import type { Post, PostCard, Site } from '../api/types';

/** A post card with sensible contents; a test names only what it is about. */
export function postCard(changes: Partial<PostCard> = {}): PostCard {
  return {
    id: 1,
    title: 'How to read a USB-C cable',
    slug: 'read-usb-c-cable',
    excerpt: 'Two cables with the same plug can differ fourfold in power.',
    summary: '',
    category_name: 'Tech',
    category_slug: 'tech',
    created_at: '2026-11-20T06:30:00Z',
    publish_date: null,
    published_at: '2026-11-20T06:30:00Z',
    media_url: null,
    media_urls: [],
    poster_url: null,
    deal_links: [],
    author_name: 'mwanga_team',
    custom_author: '',
    author_label: 'Mwanga Team',
    author_slug: 'mwanga-team',
    tags: '',
    is_today_pick: false,
    brand: '',
    extra_text: '',
    access: 'everyone',
    reading_minutes: 4,
    preview: {
      kind: 'image',
      url: '/media/cover.webp',
      srcset: null,
      width: 1600,
      height: 1000,
      alt: 'Threads',
      blur: null,
      captions: null,
    },
    ...changes,
  };
}

export function post(changes: Partial<Post> = {}): Post {
  return {
    ...postCard(),
    content: '<p>On a stall the cables hang like a bead curtain.</p>',
    gated: false,
    offers: [],
    updated_at: '2026-11-20T07:00:00Z',
    dek: '',
    tag_list: [],
    canonical_path: '/post/slug/read-usb-c-cable',
    share_picture: { url: '/media/cover.webp', width: 1600, height: 1000, alt: 'Threads' },
    media: [],
    ...changes,
  };
}

export const siteAnswer: Site = {
  brand: 'Mwanga',
  tagline: 'Your guide to a brighter future, powered by reliable information.',
  contact_email: 'hello@example.com',
  contact_phone: '+254 700 000 000',
  base_url: 'https://mwanga.example.com',
  categories: [],
};
