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
import { openSearchByKey } from './search-box/search-box';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;

  removeUnreadableTokens();
  const client = createQueryClient();
  const answers = document.getElementById('answers')?.textContent;
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

  if (answers) seedQueryCache(client, JSON.parse(answers) as PageData, Date.now());
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

start().catch((error: unknown) => {
  console.error(error);
  // What the server drew stays readable below.
  const screen = document.createElement('div');
  document.body.prepend(screen);
  createRoot(screen).render(<ErrorScreen error={error} />);
});
