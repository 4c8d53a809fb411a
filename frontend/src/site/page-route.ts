import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';

/** A call a page needs: any `queryOptions()` whose key is its API path. */
export type PageCall = { queryKey: QueryKey };

type PageParams = Record<string, string | undefined>;

export type PageAddress = { params: PageParams; search: URLSearchParams };

/** The component of a page: at hand on the server, fetched on demand in the browser. */
export type Screen =
  | {
      Component: ComponentType;
      /** The source file of the screen, under which the manifest names its chunk. */
      module: string;
    }
  | {
      /** For the navigation itself: what fails is dealt with by `loadChunk`. */
      lazy: () => Promise<{ Component: ComponentType }>;
      /** For a link that is hovered over: a failure has no consequence. */
      prefetch: () => Promise<unknown>;
    };

export type PageRoute = {
  path: string;
  /** The query parameters that change the page; all others are ignored, by the server's cache too. */
  query: readonly string[];
  /** Its addresses for the lists that crawlers read; left out, the path itself where it has no parameters. */
  listed?: readonly string[];
  /** The page's calls, its main one first: that one's status is the page's status. */
  calls: (address: PageAddress) => PageCall[];
  screen: Screen;
};
