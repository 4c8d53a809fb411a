import type { APIRequestContext } from '@playwright/test';
import { demoAdmin } from './test.ts';

export interface Listed {
  id: number;
  slug: string;
  title: string;
  category_slug: string;
}

/** Slugs of public posts, newest first. */
export async function publicPosts(request: APIRequestContext, query = 'per_page=100'): Promise<Listed[]> {
  const answer = await request.get(`/api/posts/public?${query}`);
  return (await answer.json()).data;
}

/** A staff token by the API, for what is not the subject of a journey. */
export async function staffToken(request: APIRequestContext): Promise<string> {
  const answer = await request.post('/api/auth/admin/login', { data: demoAdmin });
  return (await answer.json()).token;
}

/** The sample post that uses everything a post can hold. */
export async function richPost(request: APIRequestContext): Promise<Listed> {
  const found = (await publicPosts(request, 'category=tech&per_page=100')).find(({ slug }) =>
    slug.startsWith('share-one-fibre-line'),
  );
  if (!found) throw new Error('the demo has lost its rich post');
  return found;
}
