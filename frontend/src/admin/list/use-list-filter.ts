import { useQueryParams } from './use-query-params';

/**
 * The filter and cursor of a list, held in the address so that Back goes back. Names in `names` are query parameters.
 */
export function useListFilter<Name extends string>(names: readonly Name[]) {
  const { params, set } = useQueryParams();
  const filter = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>;

  return {
    filter,
    filtered: Object.values(filter).some(Boolean),
    after: params.get('after') ?? '',
    /** Another choice begins at the first page. */
    go: (choice: Partial<Record<Name | 'after', string>>) => set({ ...filter, ...choice }),
  };
}
