import { apiPath } from '../client';
import type {
  AuthorPage,
  CategoryPage,
  CategorySections,
  Post,
  PostAddress,
  PostPage,
  RelatedPosts,
  SearchResults,
  TagPage,
} from '../types';
import { pageOf, publicQuery } from './public-query';

/** The three (at most) posts the editors picked for today. */
export const todaysPicks = () => publicQuery<PostPage>('/posts/public/todays-picks');

/** Newest posts first. */
export const publicPosts = (filter: { page?: number; per_page?: number; category?: string; exclude?: string }) =>
  publicQuery<PostPage>(apiPath('/posts/public', filter));

/** The newest posts of each category that has a section on home. */
export const postsByCategory = () =>
  publicQuery<CategorySections>(apiPath('/posts/public/by-category', { per_category: 4 }));

/** One page of a category, named by slug, id or name. */
export const categoryPosts = (category: string, page: number) =>
  publicQuery<CategoryPage>(pageOf(`/category/${encodeURIComponent(category)}`, page));

/** Where the post with an id stands. */
export const postAddress = (id: string) => publicQuery<PostAddress>(`/posts/${encodeURIComponent(id)}/address`);

export const postBySlug = (slug: string) => publicQuery<Post>(`/post/slug/${encodeURIComponent(slug)}`);

/** What to read after a post: up to four related ones, and the next older of its category. */
export const relatedPosts = (slug: string) =>
  publicQuery<RelatedPosts>(`/post/slug/${encodeURIComponent(slug)}/related`);

/** One page of the posts with a tag, named by its slug. */
export const tagPosts = (slug: string, page: number) =>
  publicQuery<TagPage>(pageOf(`/tag/${encodeURIComponent(slug)}`, page));

/** One page of the posts under a by-line, named by its slug. */
export const authorPosts = (slug: string, page: number) =>
  publicQuery<AuthorPage>(pageOf(`/author/${encodeURIComponent(slug)}`, page));

/** What a search can be narrowed to, by the names of its parameters. */
export const searchFilters = ['category', 'author', 'from', 'to'];

/**
 * One page of what a search finds, 20 posts a page, and the media that go with them; narrowed as the page's address
 * says.
 */
export const searchResults = (q: string, page: number, search: URLSearchParams) =>
  publicQuery<SearchResults>(
    pageOf('/search/search', page, { q, ...Object.fromEntries(searchFilters.map((name) => [name, search.get(name)])) }),
  );
