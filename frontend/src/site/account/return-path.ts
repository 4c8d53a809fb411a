import { postPath } from '../post-cards/post-path';

/** Return URL of signing in: back to the post that asked for it, else to the front page. */
export function returnPath(search: string): string {
  const slug = new URLSearchParams(search).get('post');
  return slug ? postPath(slug) : '/';
}

const storageKey = 'mwanga-sign-in';

/** Stores the query of the sign-in page in session storage, during the redirect to a provider. */
export function saveReturnQuery(search: string): void {
  try {
    sessionStorage.setItem(storageKey, search);
  } catch {
    // Sign-in then returns to the front page.
  }
}

/** The stored query of the sign-in page. */
export function readReturnQuery(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}
