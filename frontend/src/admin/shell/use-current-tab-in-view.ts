import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** For a row of tabs that is wider than a phone: pushes it along until the current one is in its middle. */
export function useCurrentTabInView() {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef('');
  useLayoutEffect(() => {
    const current = row.current?.querySelector('[aria-current]');
    if (!row.current || !current || shown.current === pathname) return;
    shown.current = pathname;
    const [whole, tab] = [row.current.getBoundingClientRect(), current.getBoundingClientRect()];
    row.current.scrollLeft += tab.left + tab.width / 2 - (whole.left + whole.width / 2);
  }, [pathname]);
  return row;
}
