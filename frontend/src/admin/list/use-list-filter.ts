import { useSearchParams } from 'react-router';

/**
 * The filter and cursor of a list, held in the address so that Back goes back. Names in `names` are query parameters.
 */
export function useListFilter<Name extends string>(names: readonly Name[]) {
  const [query, setQuery] = useSearchParams();
  const filter = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<Name, string>;

  return {
    filter,
    filtered: Object.values(filter).some(Boolean),
    after: query.get('after') ?? '',
    /** Another choice begins at the first page. */
    go: (choice: Partial<Record<Name | 'after', string>>) =>
      setQuery(Object.fromEntries(Object.entries<string | undefined>({ ...filter, ...choice }).flatMap(onlySet))),
  };
}

function onlySet([name, value]: [string, string | undefined]): [string, string][] {
  return value ? [[name, value]] : [];
}
