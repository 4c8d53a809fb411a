import { useLayoutEffect, useRef } from 'react';

/** For a row of tabs that is wider than a phone: pushes it along until the current `tab` is in its middle. */
export function useCurrentTabInView(tab: string) {
  const row = useRef<HTMLElement>(null);
  const shown = useRef('');
  useLayoutEffect(() => {
    const current = row.current?.querySelector('[aria-current]');
    if (!row.current || !current || shown.current === tab) return;
    shown.current = tab;
    const [whole, own] = [row.current.getBoundingClientRect(), current.getBoundingClientRect()];
    row.current.scrollLeft += own.left + own.width / 2 - (whole.left + whole.width / 2);
  }, [tab]);
  return row;
}
