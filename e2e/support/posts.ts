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
