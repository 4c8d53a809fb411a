import type { NavigateOptions } from 'react-router';
import { NO_FILTER, POSTS_PER_PAGE, type PostFilter } from '../calls/posts';
import { useQueryParams } from '../list/use-query-params';

/** Rows a page that can be chosen, and what an address without them means. */
export const ROWS = [5, 10, 20, 50];

const NAMES = Object.keys(NO_FILTER) as (keyof PostFilter)[];

/** Page, rows, filter and order of the list of posts, held in the address so that Back goes back. */
export function usePostListParams() {
  const { params, set } = useQueryParams();
  const filter: PostFilter = { ...NO_FILTER };
  for (const name of NAMES) filter[name] = params.get(name) ?? '';
  const asked = Number(params.get('rows'));
  const rows = ROWS.includes(asked) ? asked : POSTS_PER_PAGE;
  return {
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    rows,
    filter,
    filtered: NAMES.some((name) => name !== 'sort' && filter[name]),
    show: (next: Partial<PostFilter> & { page: number; rows?: number }, options?: NavigateOptions) => {
      const { page, rows: nextRows = rows, ...changed } = next;
      const values = {
        ...filter,
        ...changed,
        rows: nextRows === POSTS_PER_PAGE ? '' : String(nextRows),
        page: page > 1 ? String(page) : '',
      };
      set(values, { ...options, preventScrollReset: true });
    },
  };
}
