// The reader's list of newsletter topics. It lives in this browser's storage and goes nowhere else.
import { useMemo, useSyncExternalStore } from 'react';

const storageKey = 'newsletter-topics';
const listeners = new Set<() => void>();

/** What is chosen while storage is switched off; it lasts until the next page load. */
let unstored = '';

/** The ids on the list, in the order they were added. None on the server: the list appears once the page is alive. */
export function useChosenTopics(): string[] {
  const kept = useSyncExternalStore(onChange, read, () => '');
  return useMemo(() => parse(kept), [kept]);
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
    return unstored;
  }
}

function write(ids: string[]): void {
  unstored = ids.join(' ');
  try {
    localStorage.setItem(storageKey, unstored);
  } catch {
    // Kept in memory only, see above.
  }
  for (const listener of listeners) listener();
}

function parse(kept: string): string[] {
  return kept.split(' ').filter(Boolean);
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
