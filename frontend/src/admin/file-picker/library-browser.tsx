import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useId } from 'react';
import type { LibraryItem } from '../../api/types';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { useSyncedValue } from '../../ui/use-synced-value';
import { CursorList } from '../list/cursor-list';
import { type KindFilter, type LibraryFilter, libraryQuery } from '../media/files';
import { kindAndSize, usedText } from './file-labels';
import { FileThumb } from './file-thumb';

const KIND_FILTER_LABELS: Record<KindFilter, string> = {
  '': 'All',
  image: 'Pictures',
  video: 'Videos',
  unused: 'Not used',
};

/** A place in the library: what is looked for, and the page. */
export type LibraryLocation = LibraryFilter & { after: string };
export const LIBRARY_START: LibraryLocation = { q: '', shows: '', after: '' };

type LibraryBrowserProps = {
  place: LibraryLocation;
  onGo: (place: LibraryLocation) => void;
  onPress: (item: LibraryItem) => void;
  /** Where files are chosen: those that are. */
  chosen?: readonly LibraryItem[];
};

/** Searches the library and shows it as a grid of buttons. */
export function LibraryBrowser({ place, onGo, onPress, chosen }: LibraryBrowserProps) {
  const { q, shows, after } = place;
  const field = useSyncedValue(q);
  const filterId = useId();
  const query = useQuery(libraryQuery({ q, shows }, after));
  const isFiltered = Boolean(q || shows);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
        <form
          aria-label="Search the library"
          className="flex min-w-0 basis-full items-end gap-3 sm:basis-auto"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            submitted.stopPropagation(); // a dialog's events reach the form around its opener
            onGo({ ...place, q: String(new FormData(submitted.currentTarget).get('q')).trim(), after: '' });
          }}
        >
          <Field label="Search files" className="min-w-0 flex-1 sm:w-80">
            <Input
              {...field}
              type="search"
              name="q"
              maxLength={200}
              autoComplete="off"
              placeholder="Name, alt text, caption, credit"
            />
          </Field>
          <Button type="submit" look="outline">
            Search
          </Button>
        </form>
        <fieldset className="min-w-0">
          <legend id={filterId} className="mb-1.5 text-sm font-semibold">
            Show
          </legend>
          <div className="flex flex-wrap gap-1.5">
            {Object.entries(KIND_FILTER_LABELS).map(([value, label]) => (
              <button
                key={value}
                type="button"
                aria-pressed={shows === value}
                className="min-h-11 rounded-full border border-control px-3 text-sm sm:px-4 font-medium text-ink-2 transition-colors hover:bg-sunk aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
                onClick={() => onGo({ ...place, shows: value as KindFilter, after: '' })}
              >
                {label}
              </button>
            ))}
          </div>
        </fieldset>
      </div>
      <CursorList
        query={query}
        of="the library"
        failure="Failed to load the library"
        after={after}
        onGo={(cursor = '') => onGo({ ...place, after: cursor })}
        onRetry={() => void query.refetch()}
        summary={(page) => summary(page.data, isFiltered, shows)}
      >
        {(items) => (
          <ul
            aria-label="Files"
            aria-busy={query.isFetching}
            className={cn(
              'grid grid-cols-2 gap-x-4 gap-y-6 transition-opacity sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6',
              query.isFetching && 'opacity-60',
            )}
          >
            {items.map((item) => (
              <FileButton
                key={item.id}
                item={item}
                pressed={chosen?.some(({ id }) => id === item.id)}
                onPress={() => onPress(item)}
              />
            ))}
          </ul>
        )}
      </CursorList>
    </div>
  );
}

type FileButtonProps = { item: LibraryItem; pressed: boolean | undefined; onPress: () => void };

function FileButton({ item, pressed, onPress }: FileButtonProps) {
  return (
    <li className="min-w-0">
      <button
        type="button"
        data-file={item.id}
        aria-pressed={pressed}
        className="group grid w-full cursor-pointer gap-2 rounded-md text-start"
        onClick={onPress}
      >
        <span className="relative block">
          <FileThumb
            item={item}
            className={cn(
              'aspect-4/3 rounded-md outline-offset-2 transition-[outline-color] group-hover:outline-2 group-hover:outline-control',
              pressed && 'outline-3 outline-ember group-hover:outline-3 group-hover:outline-ember',
            )}
          />
          {pressed && (
            <span className="absolute top-2 end-2 grid size-7 place-items-center rounded-full bg-ember text-ember-ink">
              <Check aria-hidden="true" className="size-4" />
            </span>
          )}
        </span>
        <span className="grid gap-0.5 px-0.5">
          <span className="truncate text-sm font-medium" title={item.file_name}>
            {item.file_name}
          </span>
          <span className="text-xs text-ink-2 tabular-nums">{kindAndSize(item)}</span>
          <span className="text-xs text-ink-3 tabular-nums">{usedText(item)}</span>
        </span>
      </button>
    </li>
  );
}

function summary(items: readonly LibraryItem[], isFiltered: boolean, shows: KindFilter): string {
  if (items.length > 0)
    return shows === 'unused' ? 'No post, newsletter or video uses these, newest first.' : 'Newest first.';
  if (shows === 'unused') return 'Every file is used somewhere.';
  return isFiltered ? 'No file matches.' : 'There are no files yet. Uploads appear here.';
}
