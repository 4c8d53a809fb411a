import { queryOptions } from '@tanstack/react-query';
import { type ApiPath, api, apiPath } from '../client';

/** The query key of a GET is its path, so that the server's answers and the browser's calls meet in one place. */
export function publicQuery<T>(path: ApiPath) {
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<T>(path, { signal, auth: 'none' }),
  });
}

/** The path of one page of a list; the first page has no number. */
export const pageOf = (path: ApiPath, page: number, query = {}): ApiPath =>
  apiPath(path, { ...query, page: page > 1 ? page : undefined });
