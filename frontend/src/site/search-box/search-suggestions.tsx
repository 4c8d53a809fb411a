import { useId } from 'react';
import { createRoot } from 'react-dom/client';
import { inLanguage } from '../format/in-language';
import { Highlighted } from './highlighted';
import { useCombobox } from './use-combobox';
import { useSuggestions } from './use-suggestions';

const helped = new WeakSet<HTMLInputElement>();

/** Makes a search field a combobox: posts that somebody may mean, below its form. Twice does nothing more. */
export function attachSuggestions(input: HTMLInputElement): void {
  if (helped.has(input)) return;
  helped.add(input);
  const place = document.createElement('div');
  input.form?.after(place);
  createRoot(place).render(<SearchSuggestions input={input} />);
}

/** The posts that somebody may mean, chosen by arrow keys and Enter, or by a press. */
function SearchSuggestions({ input }: { input: HTMLInputElement }) {
  const id = useId();
  const posts = useSuggestions(input);
  const active = useCombobox(input, id, posts.length);
  return (
    <>
      <div role="listbox" id={id} aria-label="Suggestions" className="suggestions" hidden={posts.length === 0}>
        {posts.map((post, place) => (
          // A link to the page: one listener on the document follows it.
          <a
            key={post.id}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            href={`/post/slug/${encodeURIComponent(post.slug)}`}
            {...inLanguage(post.language)}
            onClick={() => closeBox(input)}
          >
            <Highlighted pieces={post.title} />
          </a>
        ))}
      </div>
      <p role="status" className="sr-only">
        {posts.length > 0 && `${posts.length} suggestions; arrow keys choose one.`}
      </p>
    </>
  );
}

/** The press is over, and its listeners have read the link, before the box goes. */
function closeBox(input: HTMLInputElement): void {
  setTimeout(() => input.closest<HTMLElement>('[popover]')?.hidePopover());
}
