// Answers of the API for the tests of the server bundle: one post, told apart by its id.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const fixture = fileURLToPath(new URL('../src/testing/posts.ts', import.meta.url));
const {
  module: { postCard, postView },
} = await runnerImport(fixture, { configFile: false });

/** Changes to a post that tell it apart. */
const ofId = (id) => ({
  id,
  title: `Post number ${id} & others`,
  slug: `post-${id}`,
  excerpt: 'Two cables with the same plug can differ fourfold in power. '.repeat(6).trim().slice(0, 300),
  published_at: '2026-11-20T21:30:00Z',
  tags: 'cables, power',
  preview: {
    ...postCard().preview,
    url: `/media/${id}.webp`,
    srcset: `/media/w480/${id}.webp 480w, /media/${id}.webp 1600w`,
  },
});

export const card = (id, changes = {}) => postCard({ ...ofId(id), ...changes });

export const page = (data, changes = {}) => ({ data, total: data.length, page: 1, per_page: 20, ...changes });

const ok = (body) => ({ status: 200, body });
const cards = (from, count, changes) => Array.from({ length: count }, (_, index) => card(from + index, changes));

export const site = ok({
  brand: 'Mwanga',
  tagline: 'Your guide to a brighter future, powered by reliable information.',
  language: 'en',
  social_links: [],
  footer_words: 'Nairobi',
  logo: null,
  mark: null,
  contact_email: 'hello@example.com',
  contact_phone: '+254 700 000 000',
  base_url: 'https://mwanga.example.com',
  categories: [],
  navigation: {
    bar: [{ label: 'Tech', href: '/category/tech' }],
    menu: [{ title: 'Events', href: null, text: '', links: [{ label: 'Tech', href: '/category/tech' }] }],
    services: [
      { label: 'IT consulting', href: '/services/it-consulting' },
      { label: 'Software and web development', href: '/services/software-web-development' },
    ],
    footer: [
      { title: 'Mwanga Consultancy', href: '/mwanga-consultancy', text: 'Guides.', links: [] },
      { title: 'About us', href: null, text: '', links: [{ label: 'About', href: '/about' }] },
    ],
    consultancy: '/mwanga-consultancy',
  },
});

export const home = {
  '/posts/public/todays-picks': ok(page(cards(1, 3))),
  '/posts/public?exclude=sponsored': ok(page([...cards(1, 8), card(9, { title: ' ' })])),
  '/posts/public?category=sponsored&per_page=3': ok(
    page(cards(70, 3, { category_name: 'Sponsored', category_slug: 'sponsored', brand: 'Sample Sponsor' })),
  ),
  '/posts/public/by-category?per_category=4': ok(
    page(
      ['Tech', 'Business', 'Politics', 'AI', 'Deals', 'Video', 'Sponsored'].map((name, index) => ({
        category: { id: index, name, slug: name.toLowerCase() },
        posts: cards(100 + index * 10, 4),
      })),
    ),
  ),
  '/site?frame=true': site,
};

export const post = ok(
  postView({
    ...ofId(5),
    deal_links: [
      {
        url: 'https://shop.example.com/?a=1&b=2',
        cta_text: 'See the deal',
        label: 'Shop',
        product_name: 'Lamu 13',
        price: '649',
      },
    ],
    content: '<p>Words.</p><table><tr><td>1</td></tr></table>',
    updated_at: '2026-11-20T22:00:00Z',
    tag_list: [
      { slug: 'cables', name: 'cables' },
      { slug: 'power', name: 'power' },
    ],
    canonical_path: '/post/slug/post-5',
    share_picture: { url: '/media/5.webp', width: 1600, height: 1000, alt: 'Threads' },
  }),
);

export const problem = (status, code) => ({ status, body: { error: 'No.', message: 'No.', code } });
export const category = (changes) =>
  ok({
    ...page(cards(1, 20), { total: 45, ...changes }),
    category: { id: 1, name: 'Tech', slug: 'tech' },
    canonical_path: '/category/tech',
  });

export const related = ok({ data: cards(20, 4), next: card(30) });

/** A post that was found, with its first word marked. */
export const hit = (id, changes) => {
  const post = card(id, changes);
  return {
    ...post,
    highlights: { title: ['', ...splitAfterWord(post.title)], text: [`${post.excerpt.slice(0, 90)}…`] },
  };
};
const splitAfterWord = (text) => [text.split(' ')[0], text.slice(text.split(' ')[0].length)];

export const search = (changes) =>
  ok({
    ...page(cards(1, 20), { total: 45 }),
    q: 'cables',
    suggestion: null,
    pages: [],
    post_media: [],
    standalone_media: [],
    ...changes,
  });
