import { postPath } from '../posts/post-path';

/** Where signing in leads: back to the post that asked for it, else to the front page. */
export function afterSignIn(search: string): string {
  const slug = new URLSearchParams(search).get('post');
  return slug ? postPath(slug) : '/';
}

const place = 'mwanga-sign-in';

/** Keeps the query of the sign-in page for this tab, while a provider has it. */
export function keepWayBack(search: string): void {
  try {
    sessionStorage.setItem(place, search);
  } catch {
    // Signing in leads to the front page then.
  }
}

/** The query of the sign-in page from which a provider was asked. */
export function readWayBack(): string {
  try {
    return sessionStorage.getItem(place) ?? '';
  } catch {
    return '';
  }
}
