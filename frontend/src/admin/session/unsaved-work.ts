import { useEffect } from 'react';

const holders = new Set<symbol>();

/** Whether leaving now would lose something that was typed or picked. */
export function hasUnsavedWork(): boolean {
  return holders.size > 0;
}

/** Marks the calling component as holding unsaved work; the browser then warns before the page is left. */
export function useUnsavedWork(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const holder = Symbol('unsaved work');
    const warn = (leaving: BeforeUnloadEvent) => {
      if (hasUnsavedWork()) leaving.preventDefault();
    };
    holders.add(holder);
    window.addEventListener('beforeunload', warn);
    return () => {
      holders.delete(holder);
      window.removeEventListener('beforeunload', warn);
    };
  }, [unsaved]);
}

/** The work is given up knowingly (sign-out, "leave without saving"): nothing warns any more. */
export function giveUpUnsavedWork(): void {
  holders.clear();
}
