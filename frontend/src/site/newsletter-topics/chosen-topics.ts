// The reader's chosen newsletter topics, in local storage; they are not sent to the server.
import { useMemo, useSyncExternalStore } from 'react';

const storageKey = 'newsletter-topics';
const listeners = new Set<() => void>();

/** Chosen topics while storage is switched off; lost with the next page load. */
let memoryFallback = '';

/** The ids on the list, in the order they were added. Empty on the server: the list appears after hydration. */
export function useChosenTopics(): string[] {
  const stored = useSyncExternalStore(onChange, read, () => '');
  return useMemo(() => parse(stored), [stored]);
}

export function addTopic(id: string): void {
  write([...parse(read()).filter((one) => one !== id), id]);
}

export function removeTopic(id: string): void {
  write(parse(read()).filter((one) => one !== id));
}

export function removeAllTopics(): void {
  write([]);
}

function read(): string {
  try {
    return localStorage.getItem(storageKey) ?? '';
  } catch {
    return memoryFallback;
  }
}

function write(ids: string[]): void {
  memoryFallback = ids.join(' ');
  try {
    localStorage.setItem(storageKey, memoryFallback);
  } catch {
    // Stored in memory only, see above.
  }
  for (const listener of listeners) listener();
}

function parse(stored: string): string[] {
  return stored.split(' ').filter(Boolean);
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
