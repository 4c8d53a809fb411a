import { Search, SlidersHorizontal } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useId, useState } from 'react';
import type { Category } from '../../api/types';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { NO_FILTER, type PostFilter } from '../calls/posts';

const SEARCH_AFTER_MS = 250;

/** The order stays. */
const { sort: _sort, ...NOTHING_NARROWED } = NO_FILTER;

type ListFilterProps = {
  searchRef: Ref<HTMLInputElement>;
  filter: PostFilter;
  categories: readonly Category[];
  onChange: (change: Partial<PostFilter>) => void;
};

/** What is typed, and waits for a moment without another letter. */
type Typed = Pick<PostFilter, 'q' | 'author' | 'tag'>;

/** What is typed, searched for after a moment, and what is chosen, at once. */
function useTyped({ q, author, tag }: PostFilter, onChange: ListFilterProps['onChange']) {
  const [typed, setTyped] = useState<Typed>({ q, author, tag });
  // Another address wins, as after going back. The one that was searched for leaves the field as it was typed: the
  // space at its end begins the next word.
  useEffect(() => {
    setTyped((before) => (isSame(trimmed(before), { q, author, tag }) ? before : { q, author, tag }));
  }, [q, author, tag]);

  const waits = !isSame(trimmed(typed), { q, author, tag });
  const search = useEffectEvent((words: Typed) => onChange(trimmed(words)));
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(search, SEARCH_AFTER_MS, typed);
    return () => clearTimeout(timer);
  }, [typed, waits]);

  return {
    typed,
    type: (change: Partial<Typed>) => setTyped({ ...typed, ...change }),
    /** With what was typed a moment ago, for which no search waits then. */
    choose: (choice: Partial<PostFilter>) => {
      const { q, author, tag } = { ...typed, ...choice };
      setTyped({ q, author, tag });
      onChange({ ...trimmed(typed), ...choice });
    },
  };
}

/** Narrows the list of posts. */
export function ListFilter({ searchRef, filter, categories, onChange }: ListFilterProps) {
  const { typed, type, choose } = useTyped(filter, onChange);
  const [open, setOpen] = useState(Boolean(filter.author || filter.tag || filter.access));
  const more = useId();
  const isEmpty = !Object.values(typed).some(Boolean) && !filter.status && !filter.category && !filter.access;
  return (
    <search aria-label="Posts" className="grid gap-3 py-4">
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(10rem,1fr)_auto_auto_auto]">
        <Field label="Search posts" className="col-span-2 sm:col-span-1">
          <div className="relative">
            <Input
              ref={searchRef}
              type="search"
              autoComplete="off"
              placeholder="Words of any post, slips and all"
              className="ps-9"
              value={typed.q}
              onChange={({ target }) => type({ q: target.value })}
            />
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-ink-3"
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
        <div className="col-span-2 flex gap-1 sm:col-span-1">
          <Button
            look="quiet"
            className="px-3"
            aria-expanded={open}
            aria-controls={more}
            onClick={() => setOpen((before) => !before)}
          >
            <SlidersHorizontal aria-hidden="true" />
            More
          </Button>
          <Button look="quiet" className="px-3" disabled={isEmpty} onClick={() => choose(NOTHING_NARROWED)}>
            Clear
          </Button>
        </div>
      </div>
      <div id={more} hidden={!open} className={open ? 'grid gap-3 sm:grid-cols-3' : undefined}>
        <Field label="By-line">
          <Input
            autoComplete="off"
            placeholder="A whole name"
            value={typed.author}
            onChange={({ target }) => type({ author: target.value })}
          />
        </Field>
        <Field label="Tagged">
          <Input
            autoComplete="off"
            placeholder="One whole tag"
            value={typed.tag}
            onChange={({ target }) => type({ tag: target.value })}
          />
        </Field>
        <Field label="Open to">
          <Select value={filter.access} onChange={({ target }) => choose({ access: target.value })}>
            <option value="">All</option>
            <option value="everyone">Everyone</option>
            <option value="registered">Registered readers</option>
            <option value="subscribers">Subscribers</option>
          </Select>
        </Field>
      </div>
    </search>
  );
}

function trimmed({ q, author, tag }: Typed): Typed {
  return { q: q.trim(), author: author.trim(), tag: tag.trim() };
}

function isSame(a: Typed, b: Typed): boolean {
  return a.q === b.q && a.author === b.author && a.tag === b.tag;
}
