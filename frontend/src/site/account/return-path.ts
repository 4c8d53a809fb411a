import { postPath } from '../post-cards/post-path';

/** Return URL of signing in: back to the post that asked for it, else to the front page. */
export function returnPath(search: string): string {
  const slug = new URLSearchParams(search).get('post');
  return slug ? postPath(slug) : '/';
}

const place = 'mwanga-sign-in';

/** Keeps the query of the sign-in page for this tab, while a provider has it. */
export function keepReturnQuery(search: string): void {
  try {
    sessionStorage.setItem(place, search);
  } catch {
    // Signing in leads to the front page then.
  }
}

/** The query of the sign-in page from which a provider was asked. */
export function readReturnQuery(): string {
  try {
    return sessionStorage.getItem(place) ?? '';
  } catch {
    return '';
  }
}
