import { useEffect, useRef } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';

/**
 * The query parameters of the address.
 *
 * Navigation is a transition: the parameters that a component rendered lag behind the last choice, so that two quick
 * ones would undo each other. A change begins at `latest`, the ones that were asked for last.
 */
export function useQueryParams() {
  const [params, setParams] = useSearchParams();
  const asked = useRef(params);
  useEffect(() => {
    asked.current = params;
  }, [params]);
  return {
    params,
    latest: () => asked.current,
    /** The address holds only what is set. */
    set: (values: Record<string, string | undefined>, options?: NavigateOptions) => {
      asked.current = new URLSearchParams(Object.entries(values).flatMap(onlySet));
      setParams(asked.current, options);
    },
  };
}

function onlySet([name, value]: [string, string | undefined]): [string, string][] {
  return value ? [[name, value]] : [];
}
