import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { searchFilters } from '../../api/queries/posts';
import type { SearchHit } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { useSite } from '../hooks/use-site';
import { searchPath } from './search-path';

type SearchFiltersProps = {
  q: string;
  search: URLSearchParams;
  /** What was found: whose by-lines can be chosen. */
  found: SearchHit[];
};

/**
 * Narrows a search to a category, a by-line and days. A form that works without a script; with one, a choice is enough.
 */
export function SearchFilters({ q, search, found }: SearchFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { categories } = useSite();
  const chosen = (name: string) => search.get(name) ?? '';
  const narrowed = searchFilters.some((name) => chosen(name) !== '');
  const authors = new Map(found.map((hit) => [hit.author_slug, hit.author_label]));
  const author = chosen('author');
  if (author && !authors.has(author)) authors.set(author, author.replaceAll('-', ' '));
  const go = () => {
    if (form.current) void navigate(searchPath(q, new FormData(form.current)));
  };
  return (
    <details className="search-filters" open={narrowed}>
      <summary>Narrow the results</summary>
      <form
        ref={form}
        action="/search"
        aria-label="Narrow the results"
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <input type="hidden" name="q" value={q} />
        <label>
          <span>Category</span>
          <select name="category" defaultValue={chosen('category')} onChange={go}>
            <option value="">All</option>
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>Author</span>
          <select name="author" defaultValue={author} onChange={go}>
            <option value="">All</option>
            {[...authors].map(([slug, name]) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>From</span>
          <input type="date" name="from" defaultValue={chosen('from')} />
        </label>{' '}
        <label>
          <span>To</span>
          <input type="date" name="to" defaultValue={chosen('to')} />
        </label>{' '}
        <button type="submit" className={buttonLook({ look: 'quiet' })}>
          Apply
        </button>{' '}
        {narrowed && (
          <a href={searchPath(q)} className="back-link">
            Show all
          </a>
        )}
      </form>
    </details>
  );
}
