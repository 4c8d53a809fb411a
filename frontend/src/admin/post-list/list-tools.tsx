import { Rows2, Rows4 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { ROWS } from './use-post-list-params';

type ListToolsProps = {
  sort: string;
  /** Whether words are searched for: then the best come first. */
  searching: boolean;
  rows: number;
  dense: boolean;
  onSort: (sort: string) => void;
  onRows: (rows: number) => void;
  onDense: (dense: boolean) => void;
  /** At the beginning of the line; on phones below it. */
  children: ReactNode;
};

/** How the list of posts is sorted and how much of it is seen. */
export function ListTools({ sort, searching, rows, dense, onSort, onRows, onDense, children }: ListToolsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-end gap-3 pb-3 sm:flex sm:flex-wrap sm:justify-end">
      <div className="max-sm:order-last max-sm:col-span-2 sm:me-auto">{children}</div>
      <Field label="Order" className="min-w-0 sm:w-56">
        <Select value={sort} onChange={({ target }) => onSort(target.value)}>
          <option value="">{searching ? 'Best match first' : 'Newest first'}</option>
          {searching && <option value="newest">Newest first</option>}
          <option value="oldest">Oldest first</option>
          <option value="changed">Last changed first</option>
          <option value="title">By their titles</option>
          <option value="viewed">Most viewed this week</option>
        </Select>
      </Field>
      <Field label="Rows a page" className="min-w-0 sm:w-28">
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
        aria-pressed={dense}
        onClick={() => onDense(!dense)}
      >
        {dense ? <Rows2 aria-hidden="true" /> : <Rows4 aria-hidden="true" />}
        One line a post
      </Button>
    </div>
  );
}
