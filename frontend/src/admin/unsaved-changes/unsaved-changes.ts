import { useEffect } from 'react';

const holders = new Set<symbol>();

/** Whether leaving now would lose something that was typed or picked. */
export function hasUnsavedChanges(): boolean {
  return holders.size > 0;
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
    window.addEventListener('beforeunload', warn);
    return () => {
      holders.delete(holder);
      window.removeEventListener('beforeunload', warn);
    };
  }, [unsaved]);
}

/** The changes are given up knowingly (sign-out, "leave without saving"): nothing warns any more. */
export function discardUnsavedChanges(): void {
  holders.clear();
}
