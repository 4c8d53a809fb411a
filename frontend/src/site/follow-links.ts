// Links on the public pages are plain <a>: cheap to render and to hydrate, and they work without JavaScript. One
// listener on the document turns a press on a link to one of our pages into a navigation without a document load.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';
import type { RouterProviderProps } from 'react-router/dom';
import { anyPage, pageRoutes } from './routes';

type Router = RouterProviderProps['router'];

const prefetchDelayMs = 80;

/** Turns clicks on links into navigations, and prefetches pages on hover, touch and keyboard focus. */
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
    if (link) timer = setTimeout(() => prefetch(link, client), prefetchDelayMs);
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

/** The checkout has its own content security policy, which allows the wallet: it is entered and left by a page load. */
const checkout = '/subscribe';

/** URL of a link that can be navigated without a page load: a page of this site, no target, no download. */
export function pageUrl(link: HTMLAnchorElement): URL | null {
  if ((link.target && link.target !== '_self') || link.hasAttribute('download')) return null;
  if (link.origin !== window.location.origin || !isPage(link.pathname)) return null;
  if ((link.pathname === checkout) !== (window.location.pathname === checkout)) return null;
  return new URL(link.href);
}

/** First segments that the server answers by itself: the admin area, files, other names of a page. */
const notPages = /^\/(admin|api|assets|favicon|healthz|login|media|practice-wallet|readyz|register)\b/;

/** Whether a page of this bundle stands at a path, or may: of one segment, a page that editors wrote. */
function isPage(path: string): boolean {
  const route = matchRoutes(pageRoutes, path)?.[0]?.route;
  return route !== undefined && (route.path !== anyPage || (/^\/[a-z0-9%A-F-]+$/.test(path) && !notPages.test(path)));
}

/** Prefetches chunk and data of a page that the reader is about to open; both are cached. */
function prefetch(link: HTMLAnchorElement, client: QueryClient): void {
  const url = pageUrl(link);
  if (!url || url.pathname === window.location.pathname || isDataSaverOn()) return;
  const match = matchRoutes(pageRoutes, url.pathname)?.[0];
  if (!match) return;
  const { screen, calls } = match.route;
  // Errors are ignored: the navigation loads the chunk again, and handles them.
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

function isDataSaverOn(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
