import { useRef } from 'react';
import { SearchForm } from './search-form';

export const searchBoxId = 'search-box';

/** The small search box under the header: a popover, so the browser opens it, and closes it on Esc or a press outside. */
export function SearchBox() {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      ref={box}
      id={searchBoxId}
      popover="auto"
      className="search-box"
      onToggle={(event) => event.newState === 'open' && input.current?.focus()}
    >
      <SearchForm inputRef={input} onSearch={() => box.current?.hidePopover()} />
    </div>
  );
}
