import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const storageKey = 'mwanga:scroll';

/**
 * Puts the page where the reader expects it: at the top (or the named place) of a new page, where they were when they
 * go back. Between documents the browser does it by itself. The router's own component costs twice as much code.
 */
export function ScrollMemory() {
  const { key, hash } = useLocation();
  const kind = useNavigationType();
  const firstKey = useRef(key);
  const place = useRef<{ key: string; seen: Record<string, number> } | null>(null);

  useEffect(() => {
    const memory = { key: firstKey.current, seen: stored() };
    place.current = memory;
    history.scrollRestoration = 'manual';
    const note = () => {
      memory.seen[memory.key] = window.scrollY;
    };
    const leave = () => {
      history.scrollRestoration = 'auto';
      sessionStorage.setItem(storageKey, JSON.stringify(memory.seen));
    };
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', leave);
    };
  }, []);

  useLayoutEffect(() => {
    const memory = place.current;
    if (!memory || memory.key === key) return;
    memory.key = key;
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (kind === 'POP') window.scrollTo(0, memory.seen[key] ?? 0);
    else if (target) target.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [key, hash, kind]);

  return null;
}

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}
