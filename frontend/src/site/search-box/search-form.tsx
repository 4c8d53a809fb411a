import { type FormEvent, useId } from 'react';
import { useNavigate } from 'react-router';
import { buttonLook } from '../../ui/button-look';
import { useSyncedValue } from '../../ui/use-synced-value';
import { Icon } from '../icons';
import { maxQueryLength } from './search-query';

type SearchFormProps = {
  /** What was searched for already. */
  query?: string;
};

/** Goes to /search?q=…, and closes the box that it stands in; input of nothing but spaces is ignored. */
export function SearchForm({ query: searched = '' }: SearchFormProps) {
  const id = useId();
  const field = useSyncedValue(searched);
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    if (!query) return;
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    void navigate(`/search?q=${encodeURIComponent(query)}`);
  };
  return (
    <search>
      <form action="/search" onSubmit={submit} className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          Search
        </label>
        <input
          {...field}
          id={id}
          name="q"
          type="search"
          maxLength={maxQueryLength}
          enterKeyHint="search"
          autoComplete="off"
          placeholder="Search stories..."
          className="search-field"
        />
        <button type="submit" aria-label="Search" className={`${buttonLook({ look: 'ember', size: 'icon' })} shrink-0`}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}
