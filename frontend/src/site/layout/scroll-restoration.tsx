import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const storageKey = 'mwanga:scroll';

/**
 * Scroll restoration: puts the page where the reader expects it: at the top (or the named place) of a new page, where
 * they were when they go back. Between documents the browser does it by itself. The router's own component costs twice
 * as much code.
 *
 * The router names only the entries it made; those that a document load or a link to a place on the page made are all
 * "default". So what tells entries apart is name and address together.
 */
export function ScrollRestoration() {
  const { key, pathname, search, hash } = useLocation();
  const kind = useNavigationType();
  const entry = key + pathname + search + hash;
  const firstEntry = useRef(entry);
  const place = useRef<{ entry: string; seen: Record<string, number> } | null>(null);

  useEffect(() => {
    const memory = { entry: firstEntry.current, seen: stored() };
    memory.seen[memory.entry] = window.scrollY;
    place.current = memory;
    history.scrollRestoration = 'manual';
    const note = () => {
      // A jump within the page scrolls before the router has heard of it.
      if (memory.entry.endsWith(window.location.hash)) memory.seen[memory.entry] = window.scrollY;
    };
    // Following a link to a place leads to the place, also where the reader was there before.
    const forget = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link?.hash) delete memory.seen[memory.entry.split('#')[0] + link.hash];
    };
    const leave = () => {
      history.scrollRestoration = 'auto';
      sessionStorage.setItem(storageKey, JSON.stringify(memory.seen));
    };
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('click', forget);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('click', forget);
      window.removeEventListener('pagehide', leave);
    };
  }, []);

  useLayoutEffect(() => {
    const memory = place.current;
    if (!memory || memory.entry === entry) return;
    memory.entry = entry;
    const seen = kind === 'POP' ? memory.seen[entry] : undefined;
    const target = seen === undefined && hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (target) target.scrollIntoView();
    else window.scrollTo(0, seen ?? 0);
  }, [entry, hash, kind]);

  return null;
}

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}
