import { useEffect, useState } from 'react';
import { api, apiPath } from '../../api/client';
import type { Suggestions } from '../../api/types';

/** Debounce after the last key: quick typing sends one request. */
const debounceMs = 150;
/** Length of the shortest query. */
const minLength = 2;

/** Autocomplete: posts that match what is typed into the field. */
export function useSuggestions(input: HTMLInputElement): Suggestions['data'] {
  const [posts, setPosts] = useState<Suggestions['data']>([]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let controller = new AbortController();
    const request = async () => {
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      try {
        const found = await fetchSuggestions(input.value.trim(), signal);
        if (!signal.aborted) setPosts(found);
      } catch {
        // Suggestions are optional: errors are shown by the search itself.
        if (!signal.aborted) setPosts([]);
      }
    };
    const requestDebounced = () => {
      clearTimeout(timer);
      timer = setTimeout(request, debounceMs);
    };
    requestDebounced();
    input.addEventListener('input', requestDebounced);
    return () => {
      clearTimeout(timer);
      controller.abort();
      input.removeEventListener('input', requestDebounced);
    };
  }, [input]);

  return posts;
}

async function fetchSuggestions(q: string, signal: AbortSignal): Promise<Suggestions['data']> {
  if (q.length < minLength) return [];
  return (await api.get<Suggestions>(apiPath('/search/suggest', { q }), { signal, auth: 'none' })).data;
}
