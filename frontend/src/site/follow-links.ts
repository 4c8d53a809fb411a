// Links on the public pages are plain <a>: cheap to render and to hydrate, and they work without JavaScript. One
// listener on the document turns a press on a link to one of our pages into a navigation without a document load.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';
import type { RouterProviderProps } from 'react-router/dom';
import { pageRoutes } from './routes';

type Router = RouterProviderProps['router'];

const hoverMs = 80;

export function followLinks(router: Router, client: QueryClient): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = linkOf(event.target);
    const url = link && pageUrl(link);
    if (!url || isSamePageAnchor(url)) return;
    event.preventDefault();
    void router.navigate(url.pathname + url.search + url.hash);
  });

  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('pointerover', (event) => {
    clearTimeout(timer);
    const link = event.pointerType === 'mouse' ? linkOf(event.target) : null;
    if (link) timer = setTimeout(() => prefetch(link, client), hoverMs);
  });
  for (const kind of ['touchstart', 'focusin'] as const) {
    document.addEventListener(
      kind,
      (event) => {
        const link = linkOf(event.target);
        if (link && (kind === 'touchstart' || link.matches(':focus-visible'))) prefetch(link, client);
      },
      { passive: true },
    );
  }
}

/** Its policy lets the wallet in and belongs to this document alone: it is entered and left by a document load. */
const checkout = '/subscribe';

/** The address of a link that the browser may draw itself: same site, one of our pages, no target, no download. */
export function pageUrl(link: HTMLAnchorElement): URL | null {
  if ((link.target && link.target !== '_self') || link.hasAttribute('download')) return null;
  if (link.origin !== window.location.origin || !matchRoutes(pageRoutes, link.pathname)) return null;
  if ((link.pathname === checkout) !== (window.location.pathname === checkout)) return null;
  return new URL(link.href);
}

/** Fetches chunk and data of a page the reader is about to open; each is fetched once and then kept. */
function prefetch(link: HTMLAnchorElement, client: QueryClient): void {
  const url = pageUrl(link);
  if (!url || url.pathname === window.location.pathname || wantsLessData()) return;
  const match = matchRoutes(pageRoutes, url.pathname)?.[0];
  if (!match) return;
  const { screen, calls } = match.route;
  // A chunk that fails here is asked for again by the navigation, which knows what to do about it.
  if ('prefetch' in screen) screen.prefetch().catch(() => {});
  for (const call of calls({ params: match.params, search: url.searchParams })) {
    void client.prefetchQuery(call as { queryKey: QueryKey });
  }
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}

function isSamePageAnchor(url: URL): boolean {
  const here = window.location;
  return url.hash !== '' && url.pathname === here.pathname && url.search === here.search;
}

function wantsLessData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
