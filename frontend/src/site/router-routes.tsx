import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { Layout } from './layout/layout';
import { LoadingScreen } from './layout/loading-screen';
import { RouterError } from './layout/router-error';
import type { PageCall, PageRoute } from './page-route';
import { layoutCalls, pageRoutes } from './routes';

/** The router's view of `pages`: the layout around every page, and loaders that fill the query cache. */
export function routerRoutes(client: QueryClient, pages: PageRoute[] = pageRoutes): RouteObject[] {
  return [
    {
      id: 'layout',
      Component: Layout,
      ErrorBoundary: RouterError,
      HydrateFallback: LoadingScreen,
      loader: () => load(client, layoutCalls()),
      children: pages.map(({ path, calls, screen }) => ({
        id: path,
        path,
        loader: async ({ params, request }: LoaderFunctionArgs) => {
          const url = new URL(request.url);
          await load(client, calls({ params, search: url.searchParams }), url);
          return null;
        },
        ...('lazy' in screen ? { lazy: screen.lazy } : { Component: screen.Component }),
      })),
    },
  ];
}

/**
 * Makes a page's calls, all at once. A call that fails is no failure of the navigation: the page reads the error from
 * the query cache and says so in its own words. An answer that names another address moves the reader there.
 */
async function load(client: QueryClient, calls: PageCall[], url?: URL): Promise<null> {
  await Promise.allSettled(calls.map((call) => client.ensureQueryData(call as { queryKey: QueryKey })));
  const main = calls[0];
  const answer = main && client.getQueryData<{ canonical_path?: string }>(main.queryKey);
  if (url && answer?.canonical_path && answer.canonical_path !== url.pathname) {
    throw redirect(answer.canonical_path + url.search);
  }
  return null;
}
