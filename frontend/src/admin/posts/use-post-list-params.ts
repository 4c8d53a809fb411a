import { useSearchParams } from 'react-router';
import type { PostFilter } from './api';

/** The page and filter of the list of posts, held in the address so that Back goes back. */
export function usePostListParams() {
  const [params, setParams] = useSearchParams();
  const filter: PostFilter = {
    q: params.get('q') ?? '',
    status: params.get('status') ?? '',
    category: params.get('category') ?? '',
  };
  return {
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    filter,
    filtered: Object.values(filter).some(Boolean),
    /** The address holds only what is set. */
    show: (next: PostFilter & { page: number }, options?: { replace: boolean }) => {
      const entries = Object.entries({ ...next, page: next.page > 1 ? String(next.page) : '' });
      setParams(Object.fromEntries(entries.filter(([, value]) => value)), { ...options, preventScrollReset: true });
    },
  };
}
