import { useLocation } from 'react-router';
import { searchQuery } from './search-query';

/** What the page that is shown searches for; nothing on all other pages. */
export function useSearchPageQuery(): string {
  const { pathname, search } = useLocation();
  return pathname === '/search' ? searchQuery(new URLSearchParams(search)) : '';
}
