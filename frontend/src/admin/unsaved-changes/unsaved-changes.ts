import { useEffect, useSyncExternalStore } from 'react';

const holders = new Set<symbol>();
const listeners = new Set<() => void>();

/** Whether leaving now would lose something that was typed or picked. */
export function hasUnsavedChanges(): boolean {
  return holders.size > 0;
}

/** Whether something on the screen has unsaved changes, for what shows it. */
export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(subscribe, hasUnsavedChanges);
}

/**
 * Leave guard: marks the calling component as holding unsaved changes; the browser then warns before the page is left.
 */
export function useUnsavedChanges(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const holder = Symbol('unsaved changes');
    const warn = (leaving: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) leaving.preventDefault();
    };
    holders.add(holder);
    notify();
    window.addEventListener('beforeunload', warn);
    return () => {
      holders.delete(holder);
      notify();
      window.removeEventListener('beforeunload', warn);
    };
  }, [unsaved]);
}

/** The changes are given up knowingly (sign-out, "leave without saving"): nothing warns any more. */
export function discardUnsavedChanges(): void {
  holders.clear();
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
