// The browser build's `#screens`: a chunk a page, fetched when it is needed.
import type { ComponentType } from 'react';
import { loadChunk } from './load-chunk';
import type { Screen } from './page-route';

function chunk<Module>(load: () => Promise<Module>, component: (module: Module) => ComponentType): Screen {
  return {
    lazy: async () => ({ Component: component(await loadChunk(load)) }),
    prefetch: load,
  };
}

export const screens = {
  home: chunk(
    () => import('./home/home-page'),
    (module) => module.HomePage,
  ),
  category: chunk(
    () => import('./category/category-page'),
    (module) => module.CategoryPage,
  ),
  post: chunk(
    () => import('./post/post-page'),
    (module) => module.PostPage,
  ),
} satisfies Record<string, Screen>;
