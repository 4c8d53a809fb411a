// The server bundle's three functions, called by Rust inside QuickJS: strings in, strings out, without state between
// calls.
import { notifyManager } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server.browser';
import { createMemoryRouter, matchRoutes, RouterProvider } from 'react-router';
import { type PageData, seedQueryCache } from './answers';
import { AppProviders } from './app-providers';
import { formAnswerRoutes } from './form-answers/form-answer-routes';
import { takeJsonLd } from './head/json-ld';
import { splitHead } from './head/split-head';
import type { PageAddress, PageRoute } from './page-route';
import { createQueryClient } from './query-client';
import { routerRoutes } from './router-routes';
import { layoutCalls, pageRoutes } from './routes';

// TanStack Query notifies observers by setTimeout; a render has no observers, and QuickJS has no timers.
notifyManager.setScheduler((notify) => notify());

/**
 * The public pages as JSON: path, allowed query, the source file under which the manifest names the chunk, and the
 * addresses that are always there.
 */
export function pages(): string {
  return JSON.stringify(
    pageRoutes.map(({ path, query, screen, listed }) => ({
      path,
      query,
      module: 'module' in screen ? screen.module : undefined,
      listed: listed ?? (path.includes(':') ? [] : [path]),
    })),
  );
}

/**
 * What the page at `url` needs, as JSON `{calls, status}`: API paths, its main call first, the layout's last. The main
 * call's status is the page's; a page without calls of its own is always there.
 */
export function calls(url: string): string {
  const { route, params } = pageAt(url);
  const own = route.calls({ params, search: new URLSearchParams(url.split('?', 2)[1]) });
  const all = [...own, ...layoutCalls()].map((call) => call.queryKey[0]);
  if (own.length > 0) return JSON.stringify({ calls: all });
  return JSON.stringify({ calls: all, status: 200 });
}

const fixedPages = new Map(
  [...pageRoutes, ...formAnswerRoutes].filter(({ path }) => !path.includes(':')).map((route) => [route.path, route]),
);
const otherPages = pageRoutes.filter(({ path }) => path.includes(':'));

/** The route of `url`, and the parameters of its path. */
function pageAt(url: string): { route: PageRoute; params: PageAddress['params'] } {
  const pathname = url.split('?', 1)[0] ?? '/';
  const fixed = fixedPages.get(pathname);
  if (fixed) return { route: fixed, params: {} };
  const match = matchRoutes(otherPages, pathname)?.[0];
  if (!match) throw new Error(`No page at ${pathname}`);
  return { route: match.route, params: match.params };
}

/** The page at `url` as JSON `{html, head}`. Throws rather than answer with half a page. */
export function render(url: string, answers: string): string {
  // Clears what a failed render left behind.
  takeJsonLd();
  const client = createQueryClient();
  seedQueryCache(client, JSON.parse(answers) as PageData, Date.now());

  // The router reads every pattern it knows, several times; of one page it needs to know one.
  const routes = routerRoutes(client, [pageAt(url).route]);
  // The data is in the query cache; null only tells the router that its loaders have run.
  const loaderData = Object.fromEntries(
    [...routes, ...routes.flatMap(({ children }) => children ?? [])].map(({ id }) => [id, null]),
  );
  const router = createMemoryRouter(routes, { initialEntries: [url], hydrationData: { loaderData } });

  const markup = renderToString(
    <AppProviders client={client}>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  router.dispose();
  const { head, html } = splitHead(markup);
  // The router draws nothing when data is missing, and React swallows errors inside Suspense, which the caller looks
  // for: both look like success.
  if (html === '' || head === '') throw new Error(`${url} rendered to nothing`);
  return JSON.stringify({ html, head: head + takeJsonLd() });
}
