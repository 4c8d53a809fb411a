import { SearchForm } from './search-form';
import { useSearchPageQuery } from './use-search-page-query';

export const searchBoxId = 'search-box';

/**
 * The small search box under the header: a popover, so the browser opens it, and closes it on Esc or a press outside.
 * What helps while somebody types comes when it is opened.
 */
export function SearchBox() {
  const searched = useSearchPageQuery();
  return (
    <div
      id={searchBoxId}
      popover="auto"
      className="search-box"
      onToggle={({ newState, currentTarget }) => {
        if (newState !== 'open') return;
        const input = currentTarget.querySelector('input') as HTMLInputElement;
        input.focus();
        // What was searched for stands there: typing begins anew.
        input.select();
        import('./search-suggestions').then(
          (module) => module.attachSuggestions(input),
          () => {},
        );
      }}
    >
      <SearchForm query={searched} />
    </div>
  );
}

/** `/` and Ctrl-K open it, unless somebody writes or a dialog is open. */
export function openSearchByKey(): void {
  document.addEventListener('keydown', (event) => {
    const command = event.ctrlKey || event.metaKey;
    if (command ? event.key !== 'k' : event.key !== '/' || (event.target as Element).closest('input,select')) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    document.getElementById(searchBoxId)?.togglePopover(true);
  });
}
