import { useEffect, useEffectEvent, useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { api, apiPath } from '../../api/client';
import type { Suggestions } from '../../api/types';
import { Marked } from './marked';

/** After the last key; quick typing asks once. */
const pauseMs = 150;
/** One letter means nothing yet. */
const shortest = 2;

const helped = new WeakSet<HTMLInputElement>();

/** Makes a search field a combobox: posts that somebody may mean, below its form. Twice does nothing more. */
export function suggestTo(input: HTMLInputElement): void {
  if (helped.has(input)) return;
  helped.add(input);
  const place = document.createElement('div');
  input.form?.after(place);
  createRoot(place).render(<Typing input={input} />);
}

/** The posts that somebody may mean, chosen by arrow keys and Enter, or by a press. */
export function Typing({ input }: { input: HTMLInputElement }) {
  const id = useId();
  const [posts, setPosts] = useState<Suggestions['data']>([]);
  const [active, setActive] = useState(-1);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && posts.length > 0) {
      event.preventDefault();
      // Beyond the last one is the field itself.
      setActive(((active + 1 + step + posts.length + 1) % (posts.length + 1)) - 1);
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      document.getElementById(`${id}-${active}`)?.click();
    }
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = new AbortController();
    const ask = async () => {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      const q = input.value.trim();
      try {
        const found =
          q.length < shortest
            ? []
            : (await api.get<Suggestions>(apiPath('/search/suggest', { q }), { signal, auth: 'none' })).data;
        if (!signal.aborted) setPosts(found);
      } catch {
        // Nobody misses what was only offered; searching says what is wrong.
        if (!signal.aborted) setPosts([]);
      }
    };
    const onInput = () => {
      clearTimeout(timer);
      setActive(-1);
      timer = setTimeout(ask, pauseMs);
    };
    onInput();
    input.addEventListener('input', onInput);
    input.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      asked.abort();
      input.removeEventListener('input', onInput);
      input.removeEventListener('keydown', onKey);
    };
  }, [input]);

  useEffect(() => {
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', id);
    input.setAttribute('aria-expanded', String(posts.length > 0));
    if (active >= 0) input.setAttribute('aria-activedescendant', `${id}-${active}`);
    else input.removeAttribute('aria-activedescendant');
  }, [input, id, active, posts.length]);

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
            href={`/post/slug/${post.slug}`}
            onClick={() => closeBox(input)}
          >
            <Marked pieces={post.title} />
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
