import { postPath } from '../posts/post-path';

/** Where signing in leads: back to the post that asked for it, else to the front page. */
export function afterSignIn(search: string): string {
  const slug = new URLSearchParams(search).get('post');
  return slug ? postPath(slug) : '/';
}
