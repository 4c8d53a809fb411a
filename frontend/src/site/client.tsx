// The public pages in the browser: takes over the HTML the server drew, or draws the page itself where the server
// sent only the shell.
import './site.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { removeUnreadableTokens } from '../api/tokens';
import { type PageData, seedQueryCache } from './answers';
import { AppProviders } from './app-providers';
import { followLinks } from './follow-links';
import { ErrorScreen } from './layout/error-screen';
import { setDestination } from './load-chunk';
import { createQueryClient } from './query-client';
import { routerRoutes } from './router-routes';
import { pageRoutes } from './routes';
import { openSearchByKey } from './search-box/search-box';

async function start(root: HTMLElement): Promise<void> {
  const client = createQueryClient();
  const answers: PageData | null = JSON.parse(document.getElementById('answers')?.textContent || 'null');
  if (answers && !isDrawnFor(answers, window.location)) throw new Error('This page was drawn for another address.');

  removeUnreadableTokens();
  const routes = routerRoutes(client);
  const matches = matchRoutes(routes, window.location) ?? [];

  // The page's own chunk must be here before hydration: a lazy route would first draw an empty page over the server's.
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const loaded = await route.lazy();
      delete route.lazy;
      Object.assign(route, loaded);
    }),
  );

  if (answers) seedQueryCache(client, answers, Date.now());
  const loaderData = Object.fromEntries(matches.map(({ route }) => [route.id, null]));
  const router = createBrowserRouter(routes, answers ? { hydrationData: { loaderData } } : {});
  setDestination(() => {
    const target = router.state.navigation.location;
    return target ? target.pathname + target.search : null;
  });
  followLinks(router, client);
  openSearchByKey();

  const app = (
    <AppProviders client={client}>
      <RouterProvider router={router} />
    </AppProviders>
  );
  if (answers && root.firstChild) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

/** Whether the server drew this address; else it is a copy of a page that lies elsewhere. */
function isDrawnFor(answers: PageData, { pathname, search }: Location): boolean {
  const page = matchRoutes(pageRoutes, pathname)?.[0];
  if (!page) return false;
  const [main] = page.route.calls({ params: page.params, search: new URLSearchParams(search) });
  return !main || String(main.queryKey[0]) in answers;
}

const root = document.getElementById('root');
// An engine that knows no layers, from before 2022, lacks what the code calls too: there the page stays a document.
if (root && 'CSSLayerBlockRule' in window) {
  start(root).catch((error: unknown) => {
    console.error(error);
    if (!root.firstChild) {
      createRoot(root).render(<ErrorScreen error={error} />);
      return;
    }
    // What the server drew stays, and is a document without script.
    // The browser keeps what is in sight in its place, and would scroll the line out of it.
    document.documentElement.style.overflowAnchor = 'none';
    root.insertAdjacentHTML(
      'beforebegin',
      '<p role="status" class="wrap meta py-3">You can read this page, but its buttons may not work here. ' +
        '<a href="" class="underline">Load it again</a></p>',
    );
  });
}
