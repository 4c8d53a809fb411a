import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * The code that a mailed link carries, '' where the address has none, undefined before the browser has looked: the
 * server draws a page without its query, because a code must get into no cache.
 */
export function useMailedCode(): string | undefined {
  return useSyncExternalStore<string | undefined>(
    never,
    () => new URLSearchParams(window.location.search).get('code') ?? '',
    () => undefined,
  );
}
