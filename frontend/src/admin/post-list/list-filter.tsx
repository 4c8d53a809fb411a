import { Rows2, Rows4, Search, SlidersHorizontal } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useId, useState } from 'react';
import type { Category } from '../../api/types';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { NO_FILTER, type PostFilter } from '../calls/posts';
import { ROWS } from './use-post-list-params';

const SEARCH_AFTER_MS = 250;

/** The order stays. */
const { sort: _sort, ...NOTHING_NARROWED } = NO_FILTER;

type ListFilterProps = {
  searchRef: Ref<HTMLInputElement>;
  filter: PostFilter;
  categories: readonly Category[];
  rows: number;
  dense: boolean;
  onChange: (change: Partial<PostFilter>) => void;
  onRows: (rows: number) => void;
  onDense: (dense: boolean) => void;
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

/** Of a phone, where these are shown with "More" alone. */
const NOT_ON_PHONES = 'max-sm:hidden';

/** Narrows the list of posts, and says how it is sorted and how much of it is seen. */
export function ListFilter(props: ListFilterProps) {
  const { searchRef, filter, categories, rows, dense, onChange, onRows, onDense } = props;
  const { typed, type, choose } = useTyped(filter, onChange);
  const [open, setOpen] = useState(Boolean(filter.author || filter.tag || filter.access));
  const more = useId();
  const isEmpty = !Object.values(typed).some(Boolean) && !filter.status && !filter.category && !filter.access;
  const onPhones = open ? '' : NOT_ON_PHONES;
  return (
    <search aria-label="Posts" className="grid gap-3 py-2">
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(9rem,1fr)_auto_auto_auto_auto]">
        <Field label="Search posts" className="col-span-2 sm:col-span-1">
          <div className="relative">
            <Input
              ref={searchRef}
              type="search"
              autoComplete="off"
              placeholder="Words from the post"
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
        <Field label="Filed under" className={onPhones}>
          <Select value={filter.category} onChange={({ target }) => choose({ category: target.value })}>
            <option value="">All</option>
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <OrderField searching={filter.q !== ''} sort={filter.sort} className={onPhones} onChange={choose} />
        <div className="flex gap-1 max-sm:row-start-2 max-sm:col-start-2">
          <Button
            look="quiet"
            className="px-2 sm:px-3"
            aria-expanded={open}
            aria-controls={more}
            onClick={() => setOpen((before) => !before)}
          >
            <SlidersHorizontal aria-hidden="true" />
            More
          </Button>
          <Button look="quiet" className="px-2 sm:px-3" disabled={isEmpty} onClick={() => choose(NOTHING_NARROWED)}>
            Clear
          </Button>
        </div>
      </div>
      <div
        id={more}
        hidden={!open}
        className={open ? 'grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto_auto]' : undefined}
      >
        <Field label="By-line">
          <Input
            autoComplete="off"
            placeholder="The full name"
            value={typed.author}
            onChange={({ target }) => type({ author: target.value })}
          />
        </Field>
        <Field label="Tagged">
          <Input
            autoComplete="off"
            placeholder="The full tag"
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
        <Field label="Rows a page">
          <Select value={rows} onChange={({ target }) => onRows(Number(target.value))}>
            {ROWS.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          look="outline"
          className="col-span-2 px-4 aria-pressed:bg-sunk sm:col-span-1"
          aria-pressed={!dense}
          onClick={() => onDense(!dense)}
        >
          {dense ? <Rows2 aria-hidden="true" /> : <Rows4 aria-hidden="true" />}
          Tall rows
        </Button>
      </div>
    </search>
  );
}

type OrderFieldProps = {
  /** Whether words are searched for: then the best come first. */
  searching: boolean;
  sort: string;
  className: string;
  onChange: (change: { sort: string }) => void;
};

function OrderField({ searching, sort, className, onChange }: OrderFieldProps) {
  return (
    <Field label="Order" className={className}>
      <Select value={sort} onChange={({ target }) => onChange({ sort: target.value })}>
        <option value="">{searching ? 'Best match first' : 'Newest first'}</option>
        {searching && <option value="newest">Newest first</option>}
        <option value="oldest">Oldest first</option>
        <option value="changed">Last changed first</option>
        <option value="title">By their titles</option>
        <option value="viewed">Most viewed this week</option>
      </Select>
    </Field>
  );
}

function trimmed({ q, author, tag }: Typed): Typed {
  return { q: q.trim(), author: author.trim(), tag: tag.trim() };
}

function isSame(a: Typed, b: Typed): boolean {
  return a.q === b.q && a.author === b.author && a.tag === b.tag;
}
