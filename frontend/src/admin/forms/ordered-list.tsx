import { ChevronDown, ChevronUp, GripVertical, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { buttonLook } from '../../ui/button-look';
import { cn } from '../../ui/cn';
import { useDragToOrder } from './use-drag-to-order';

type OrderedListProps<Item> = {
  /** What the list is called. */
  label: string;
  items: readonly Item[];
  /** Stays with an item wherever it goes; unique in the list. */
  keyOf: (item: Item) => string;
  /** What an item is called in the names of its buttons, and when it has moved. */
  nameOf: (item: Item) => string;
  onChange: (items: Item[]) => void;
  children: (item: Item, index: number) => ReactNode;
  /** What stands under an item and its buttons, over the whole width. */
  body?: (item: Item, index: number) => ReactNode;
  /** Without it, nothing is removed. */
  removable?: boolean;
  className?: string;
};

type ButtonName = 'up' | 'down' | 'remove';

/**
 * A list whose order is set by the person: dragged by its handle with mouse or finger, or moved by buttons, which keep
 * the focus. What happened is said in a live region.
 */
export function OrderedList<Item>(props: OrderedListProps<Item>) {
  const { label, items, keyOf, nameOf, onChange, children, body, removable = true, className } = props;
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const focusSoon = useRef<{ index: number; button: ButtonName } | null>(null);
  const listId = useId();

  // React takes a node out to put it elsewhere, and the browser forgets its focus.
  useEffect(() => {
    const wanted = focusSoon.current;
    if (!wanted || !list.current) return;
    focusSoon.current = null;
    const row = list.current.children[Math.min(wanted.index, items.length - 1)];
    const button = row?.querySelector<HTMLElement>(`[data-list="${listId}"][data-button="${wanted.button}"]`);
    (button ?? list.current).focus();
  }, [items, listId]);

  function move(from: number, to: number) {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    const moved = items.toSpliced(from, 1).toSpliced(to, 0, item);
    setSaid(`${nameOf(item)} is now ${to + 1} of ${items.length}.`);
    onChange(moved);
  }

  function press(button: ButtonName, index: number) {
    const item = items[index];
    if (item === undefined) return;
    const to = button === 'remove' ? index : index + (button === 'up' ? -1 : 1);
    if (to < 0 || to >= items.length) return;
    focusSoon.current = { index: to, button };
    if (button !== 'remove') return move(index, to);
    setSaid(`${nameOf(item)} is removed.`);
    onChange(items.toSpliced(index, 1));
  }

  const drag = useDragToOrder(list, move);
  return (
    <>
      <ol ref={list} aria-label={label} tabIndex={-1} className={cn('grid gap-2 outline-none', className)}>
        {items.map((item, index) => (
          <li
            key={keyOf(item)}
            style={drag.styleOf(index)}
            className={cn(
              'flex flex-wrap items-center gap-x-1 gap-y-1 rounded-md border border-rule bg-raised py-1 pe-1',
              drag.dragged === index && 'relative z-10 border-ember shadow-lg',
              drag.dragged !== null && drag.dragged !== index && 'motion-safe:transition-transform',
            )}
          >
            <span
              {...drag.handle(index)}
              title="Drag to another place"
              className="grid h-11 w-9 shrink-0 cursor-grab touch-none place-items-center text-ink-3 active:cursor-grabbing"
            >
              <GripVertical aria-hidden="true" className="size-5" />
            </span>
            <div className="min-w-0 flex-1 basis-36">{children(item, index)}</div>
            <RowButtons
              listId={listId}
              name={nameOf(item)}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              removable={removable}
              onPress={(button) => press(button, index)}
            />
            {body && <div className="basis-full px-3 pb-3">{body(item, index)}</div>}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

type RowButtonsProps = {
  listId: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  removable: boolean;
  onPress: (button: ButtonName) => void;
};

const words = { up: 'Move up', down: 'Move down', remove: 'Remove' };
const icons = { up: ChevronUp, down: ChevronDown, remove: X };

/** At an end of the list a button stays, so that it keeps the focus of somebody who moves an item all the way. */
function RowButtons({ listId, name, isFirst, isLast, removable, onPress }: RowButtonsProps) {
  const names: ButtonName[] = removable ? ['up', 'down', 'remove'] : ['up', 'down'];
  return (
    <div className="ms-auto flex">
      {names.map((button) => {
        const Icon = icons[button];
        const isOff = (button === 'up' && isFirst) || (button === 'down' && isLast);
        return (
          <button
            key={button}
            type="button"
            data-list={listId}
            data-button={button}
            aria-label={`${words[button]}: ${name}`}
            title={words[button]}
            aria-disabled={isOff || undefined}
            className={cn(buttonLook({ look: 'quiet', size: 'icon' }), isOff && 'cursor-default opacity-30')}
            onClick={() => onPress(button)}
          >
            <Icon aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
