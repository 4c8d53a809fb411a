// The one list of public pages. Nothing else in the system knows what a page is made of: the server asks for the
// paths, the allowed query and the calls; the browser asks which addresses it may draw without a document load.
import { screens } from '#screens';
import { categoryPosts, postBySlug, postsByCategory, publicPosts, todaysPicks } from '../api/queries/posts';
import { siteDetails } from '../api/queries/site';
import { pageNumber } from './category/page-number';
import type { PageRoute } from './page-route';

export const pageRoutes: PageRoute[] = [
  {
    path: '/',
    query: [],
    calls: () => [
      todaysPicks(),
      publicPosts({ exclude: 'sponsored' }),
      publicPosts({ category: 'sponsored', per_page: 3 }),
      postsByCategory(),
    ],
    screen: screens.home,
    module: 'src/site/home/home-page.tsx',
  },
  {
    path: '/category/:id',
    query: ['page'],
    calls: ({ params, search }) => [categoryPosts(params.id ?? '', pageNumber(search))],
    screen: screens.category,
    module: 'src/site/category/category-page.tsx',
  },
  {
    path: '/post/slug/:slug',
    query: [],
    calls: ({ params }) => [postBySlug(params.slug ?? '')],
    screen: screens.post,
    module: 'src/site/post/post-page.tsx',
  },
];

/** What the frame around every page shows; asked for after the page's own calls. */
export const layoutCalls = () => [siteDetails()];
