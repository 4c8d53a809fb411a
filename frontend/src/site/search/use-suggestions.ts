import { useEffect, useState } from 'react';
import { api, apiPath } from '../../api/client';
import type { Suggestions } from '../../api/types';

/** Debounce: after the last key; quick typing asks once. */
const pauseMs = 150;
/** One letter means nothing yet. */
const shortest = 2;

/** Autocomplete: the posts that somebody may mean, asked for while words are typed into the field. */
export function useSuggestions(input: HTMLInputElement): Suggestions['data'] {
  const [posts, setPosts] = useState<Suggestions['data']>([]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = new AbortController();
    const ask = async () => {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      try {
        const found = await suggestionsFor(input.value.trim(), signal);
        if (!signal.aborted) setPosts(found);
      } catch {
        // Nobody misses what was only offered; searching says what is wrong.
        if (!signal.aborted) setPosts([]);
      }
    };
    const askSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, pauseMs);
    };
    askSoon();
    input.addEventListener('input', askSoon);
    return () => {
      clearTimeout(timer);
      asked.abort();
      input.removeEventListener('input', askSoon);
    };
  }, [input]);

  return posts;
}

async function suggestionsFor(q: string, signal: AbortSignal): Promise<Suggestions['data']> {
  if (q.length < shortest) return [];
  return (await api.get<Suggestions>(apiPath('/search/suggest', { q }), { signal, auth: 'none' })).data;
}
