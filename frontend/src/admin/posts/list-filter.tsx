import { Search } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import type { Category } from '../../api/types';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import type { PostFilter } from './api';

const SEARCH_AFTER_MS = 250;

type ListFilterProps = {
  searchRef: Ref<HTMLInputElement>;
  filter: PostFilter;
  categories: readonly Category[];
  onChange: (filter: PostFilter) => void;
};

/** Narrows the list of posts. */
export function ListFilter({ searchRef, filter, categories, onChange }: ListFilterProps) {
  const [typed, setTyped] = useState(filter.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What stands in the address wins, as after going back.
  useEffect(() => setTyped(filter.q), [filter.q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(q: string) {
    setTyped(q);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange({ ...filter, q: q.trim() }), SEARCH_AFTER_MS);
  }

  /** At once, with what was typed a moment ago: the search that waits knows nothing of this choice. */
  function choose(choice: Partial<PostFilter>) {
    clearTimeout(timer.current);
    onChange({ ...filter, q: typed.trim(), ...choice });
  }

  return (
    <search aria-label="Posts" className="grid items-end gap-3 py-4 sm:grid-cols-[1fr_auto_auto_auto]">
      <Field label="Search posts">
        <div className="relative">
          <Input
            ref={searchRef}
            type="search"
            autoComplete="off"
            placeholder="The beginning of a title"
            className="pl-9"
            value={typed}
            onChange={({ target }) => search(target.value)}
          />
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
          />
        </div>
      </Field>
      <Field label="State">
        <Select value={filter.status} onChange={({ target }) => choose({ status: target.value })}>
          <option value="">All</option>
          <option value="published">Published</option>
          <option value="scheduled">Scheduled</option>
          <option value="in_review">In review</option>
          <option value="draft">Drafts</option>
        </Select>
      </Field>
      <Field label="Filed under">
        <Select value={filter.category} onChange={({ target }) => choose({ category: target.value })}>
          <option value="">All</option>
          {categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        look="quiet"
        disabled={!typed && !filter.status && !filter.category}
        onClick={() => {
          setTyped('');
          choose({ q: '', status: '', category: '' });
        }}
      >
        Clear
      </Button>
    </search>
  );
}
