// The admin area: browser only, a bundle of its own.
import './admin.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ApiProblem } from '../api/problem';
import { removeUnreadableTokens } from '../api/tokens';
import { Toaster } from '../ui/toaster';
import { adminRoutes } from './routes';

const root = document.getElementById('root');

const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiProblem && (error.status === 0 || error.status >= 500),
    },
    // Without a network a save fails and says so. Else it would wait in silence, and be made later by itself.
    mutations: { networkMode: 'always' },
  },
});

removeUnreadableTokens();

if (root) {
  createRoot(root).render(
    <QueryClientProvider client={client}>
      {/* Transitions lag behind on a slow machine: a button of the screen that was left would be pressed twice. */}
      <RouterProvider router={createBrowserRouter(adminRoutes())} useTransitions={false} />
      <Toaster />
    </QueryClientProvider>,
  );
}
