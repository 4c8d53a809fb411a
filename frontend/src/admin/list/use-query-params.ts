import { type NavigateOptions, useSearchParams } from 'react-router';

/**
 * The query parameters of the address.
 *
 * `flushSync`: navigation is a transition otherwise, which lags behind on a slow machine; two quick choices would undo
 * each other, and an address of a moment ago would overwrite what is typed.
 */
export function useQueryParams() {
  const [params, setParams] = useSearchParams();
  return {
    params,
    /** The address holds only what is set. */
    set: (values: Record<string, string | undefined>, options?: NavigateOptions) =>
      setParams(Object.fromEntries(Object.entries(values).flatMap(onlySet)), { flushSync: true, ...options }),
  };
}

function onlySet([name, value]: [string, string | undefined]): [string, string][] {
  return value ? [[name, value]] : [];
}
