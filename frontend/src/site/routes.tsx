// The one list of public pages. Nothing else in the system knows what a page is made of: the server asks for the
// paths, the allowed query and the calls; the browser asks which addresses it may draw without a document load.
import { screens } from '#screens';
import { corrections, correctionsKey } from '../api/queries/corrections';
import { archivedIssue, issueArchive } from '../api/queries/newsletter-issues';
import { newsletterTopics } from '../api/queries/newsletter-topics';
import {
  authorPosts,
  categoryPosts,
  postAddress,
  postBySlug,
  postsByCategory,
  publicPosts,
  relatedPosts,
  searchFilters,
  searchResults,
  tagPosts,
  todaysPicks,
} from '../api/queries/posts';
import { postPreview, readerKind } from '../api/queries/preview';
import { siteDetails } from '../api/queries/site';
import { sitePage } from '../api/queries/site-pages';
import { subscriptionPlans } from '../api/queries/subscription-plans';
import { pageNumber } from './listing/page-number';
import type { PageRoute, Screen } from './page-route';
import { searchQuery } from './search-box/search-query';

/** The route of every address of one segment that is no other page. */
export const anyPage = '/:slug';

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
  },
  {
    path: '/category/:id',
    query: ['page'],
    calls: ({ params, search }) => [categoryPosts(params.id ?? '', pageNumber(search))],
    screen: screens.category,
  },
  {
    path: '/post/slug/:slug',
    query: [],
    calls: ({ params }) => [postBySlug(params.slug ?? ''), relatedPosts(params.slug ?? '')],
    screen: screens.post,
  },
  {
    path: '/blog/post/:id',
    query: [],
    calls: ({ params }) => [postAddress(params.id ?? '')],
    screen: screens.postById,
  },
  {
    path: '/preview/:code',
    query: ['as'],
    calls: ({ params, search }) => [postPreview(params.code ?? '', readerKind(search))],
    screen: screens.preview,
  },
  {
    path: '/services/:slug',
    query: [],
    calls: ({ params }) => [sitePage(params.slug ?? '')],
    screen: screens.page,
  },
  topicsPage('/newsletters', screens.newsletters),
  {
    path: '/newsletter/issues',
    query: ['page'],
    calls: ({ search }) => [issueArchive(pageNumber(search))],
    screen: screens.issues,
  },
  {
    path: '/newsletter/issues/:id',
    query: [],
    calls: ({ params }) => [archivedIssue(params.id ?? '')],
    screen: screens.issues,
  },
  {
    path: '/corrections',
    query: ['after'],
    calls: ({ search }) => [corrections(correctionsKey(search))],
    screen: screens.corrections,
  },
  {
    path: '/author/:slug',
    query: ['page'],
    calls: ({ params, search }) => [authorPosts(params.slug ?? '', pageNumber(search))],
    screen: screens.author,
  },
  {
    path: '/tag/:slug',
    query: ['page'],
    calls: ({ params, search }) => [tagPosts(params.slug ?? '', pageNumber(search))],
    screen: screens.tag,
  },
  {
    path: '/search',
    query: ['q', 'query', 'page', ...searchFilters],
    listed: [],
    calls: ({ search }) => {
      const q = searchQuery(search);
      return q === '' ? [] : [searchResults(q, pageNumber(search), search)];
    },
    screen: screens.search,
  },
  staticPage('/auth/login', screens.signIn, []),
  staticPage('/auth/register', screens.signIn, []),
  staticPage('/auth/callback/:provider', screens.callback),
  staticPage('/auth/reset-password', screens.resetPassword, []),
  staticPage('/auth/verify-email', screens.verifyEmail, []),
  topicsPage('/newsletter/confirm', screens.mailedLink, []),
  topicsPage('/newsletter/preferences', screens.mailedLink, []),
  staticPage('/newsletter/unsubscribe', screens.mailedLink, []),
  staticPage('/manage-account', screens.manageAccount, []),
  { path: '/subscribe', query: [], calls: () => [subscriptionPlans()], screen: screens.subscribe },
  staticPage('/subscription-status', screens.subscriptionStatus, []),
  // What editors write, and the pages that the product brings: every address of one segment that is none of the above.
  {
    path: anyPage,
    query: [],
    calls: ({ params }) => [sitePage(params.slug ?? '')],
    screen: screens.page,
  },
  // For those who develop: in production the server knows no address that begins with an underscore.
  {
    path: '/_styles',
    query: [],
    listed: [],
    calls: () => [],
    screen: screens.styles,
  },
];

/** A static page: it asks for nothing but what the layout shows. */
function staticPage(path: string, screen: Screen, listed?: readonly string[]): PageRoute {
  return { path, query: [], listed, calls: () => [], screen };
}

/** A page that shows the catalogue of newsletters. */
function topicsPage(path: string, screen: Screen, listed?: readonly string[]): PageRoute {
  return { path, query: [], listed, calls: () => [newsletterTopics()], screen };
}

/** What the frame around every page shows; asked for after the page's own calls. */
export const layoutCalls = () => [siteDetails()];
