import { useSyncExternalStore } from 'react';

/**
 * The query of the address, for pages whose HTML does not depend on it: the server's page and the first paint know
 * none. Read anew whenever the component is drawn, so one that follows navigations asks the router as well.
 */
export function useAddressQuery(): string {
  return useSyncExternalStore(
    () => () => {},
    () => window.location.search,
    () => '',
  );
}
