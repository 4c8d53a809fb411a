// The server build's `#screens`: every page at hand, because renderToString cannot wait for one.
import { CategoryPage } from './category/category-page';
import { HomePage } from './home/home-page';
import type { Screen } from './page-route';
import { PostPage } from './post/post-page';

export const screens = {
  home: { Component: HomePage },
  category: { Component: CategoryPage },
  post: { Component: PostPage },
} satisfies Record<string, Screen>;
