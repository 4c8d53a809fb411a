import { queryOptions } from '@tanstack/react-query';
import { type ApiPath, api, apiPath } from '../client';
import type {
  AuthorPage,
  CategoryPage,
  CategorySections,
  Post,
  PostPage,
  RelatedPosts,
  SearchAnswer,
  TagPage,
} from '../types';

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
  publicQuery<CategoryPage>(
    apiPath(`/category/${encodeURIComponent(category)}`, { page: page > 1 ? page : undefined }),
  );

export const postBySlug = (slug: string) => publicQuery<Post>(`/post/slug/${encodeURIComponent(slug)}`);

/** What to read after a post: up to four related ones, and the next older of its category. */
export const relatedPosts = (slug: string) =>
  publicQuery<RelatedPosts>(`/post/slug/${encodeURIComponent(slug)}/related`);

/** One page of the posts with a tag, named by its slug. */
export const tagPosts = (slug: string, page: number) =>
  publicQuery<TagPage>(apiPath(`/tag/${encodeURIComponent(slug)}`, { page: page > 1 ? page : undefined }));

/** One page of the posts under a by-line, named by its slug. */
export const authorPosts = (slug: string, page: number) =>
  publicQuery<AuthorPage>(apiPath(`/author/${encodeURIComponent(slug)}`, { page: page > 1 ? page : undefined }));

/** One page of what a search finds, 20 posts a page, and the media that go with them. */
export const searchResults = (q: string, page: number) =>
  publicQuery<SearchAnswer>(apiPath('/search/search', { q, page: page > 1 ? page : undefined }));

/** The query key of a GET is its path, so that the server's answers and the browser's calls meet in one place. */
function publicQuery<T>(path: ApiPath) {
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<T>(path, { signal, auth: 'none' }),
  });
}
