// The one fixture of a post, in each shape the API has for it. A test names only what it is about.
import type { AdminPost, Post, PostCard } from '../api/types';
import { samplePost } from '../site/style-guide/samples';

/** A post as lists have it. */
export function postCard(changes: Partial<PostCard> = {}): PostCard {
  return {
    ...samplePost(1),
    title: 'How to read a USB-C cable',
    slug: 'read-usb-c-cable',
    excerpt: 'Two cables with the same plug can differ fourfold in power.',
    preview: {
      kind: 'image',
      url: '/media/cover.webp',
      srcset: null,
      width: 1600,
      height: 1000,
      alt: 'Threads',
      focal_point: null,
      blur: null,
      captions: null,
    },
    ...changes,
  };
}

/** A whole post as its page has it. */
export function postView(changes: Partial<Post> = {}): Post {
  return {
    ...postCard(),
    content: '<p>On a stall the cables hang like a bead curtain.</p>',
    gated: false,
    offers: [],
    updated_at: '2026-11-20T07:00:00Z',
    updated_for_readers_at: null,
    modified_at: '2026-11-20T06:30:00Z',
    corrections: [],
    dek: '',
    tag_list: [],
    canonical_path: '/post/slug/read-usb-c-cable',
    share_picture: { url: '/media/cover.webp', width: 1600, height: 1000, alt: 'Threads' },
    cover_caption: '',
    cover_credit: '',
    media: [],
    ...changes,
  };
}

/** A post as the admin area edits it. */
export function adminPost(changes: Partial<AdminPost> = {}): AdminPost {
  return {
    ...postView({
      id: 12,
      title: 'Habari',
      slug: 'habari',
      canonical_path: '/post/slug/habari',
      content: '<p>Some <strong>text</strong>.</p>',
      excerpt: 'Some text.',
      preview: null,
    }),
    status: 'published',
    revision: 4,
    is_public: true,
    agreed_at: null,
    owner: null,
    ...changes,
  };
}
