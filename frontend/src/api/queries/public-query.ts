import { queryOptions } from '@tanstack/react-query';
import { type ApiPath, api, apiPath } from '../client';

/** Query of public data. Its key is the path, by which the server seeds the cache. */
export function publicQuery<T>(path: ApiPath) {
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<T>(path, { signal, auth: 'none' }),
  });
}

/** The path of one page of a list; the first page has no number. */
export const pageOf = (path: ApiPath, page: number, query = {}): ApiPath =>
  apiPath(path, { ...query, page: page > 1 ? page : undefined });
