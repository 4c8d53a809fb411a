import { type FormEvent, useId } from 'react';
import { useNavigate } from 'react-router';
import { buttonLook } from '../../ui/button-look';
import { Icon } from '../icons';

type SearchFormProps = {
  onSearch?: () => void;
  inputRef?: React.Ref<HTMLInputElement>;
  /** What was searched for already. */
  query?: string;
};

/** Goes to /search?q=…; input of nothing but spaces is ignored. */
export function SearchForm({ onSearch, inputRef, query: searched }: SearchFormProps) {
  const id = useId();
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    if (!query) return;
    onSearch?.();
    void navigate(`/search?q=${encodeURIComponent(query)}`);
  };
  return (
    <search>
      <form action="/search" onSubmit={submit} className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          Search
        </label>
        <input
          ref={inputRef}
          id={id}
          name="q"
          type="search"
          defaultValue={searched}
          maxLength={200}
          enterKeyHint="search"
          autoComplete="off"
          placeholder="Search stories..."
          className="min-h-11 w-full min-w-0 rounded-full border border-control bg-raised px-4 text-base text-ink placeholder:text-ink-3"
        />
        <button type="submit" aria-label="Search" className={`${buttonLook({ look: 'ember', size: 'icon' })} shrink-0`}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}
