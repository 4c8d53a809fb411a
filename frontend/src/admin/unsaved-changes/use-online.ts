import { useSyncExternalStore } from 'react';

/**
 * Network status: whether the browser has a network. True says little (the server may still be out of reach), false
 * says all.
 */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine);
}

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
