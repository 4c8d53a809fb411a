import { useEffect } from 'react';

/** Counts a post that is shown, once the browser has nothing better to do. */
export function useTrackPostView(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    // Nobody misses a count that did not arrive.
    const count = () => void import('./beacon').then((beacon) => beacon.trackPostView(id)).catch(() => {});
    if (!window.requestIdleCallback) {
      const timer = setTimeout(count, 300);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(count, { timeout: 2000 });
    return () => cancelIdleCallback(idle);
  }, [id]);
}
