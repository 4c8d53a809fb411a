import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const KEEP_AFTER_MS = 1000;

/** `nothing`: the form has no unsaved work. `not-kept`: storage is full or switched off. */
export type Kept = 'nothing' | 'not-kept' | { at: number };

/**
 * Keeps a form's unsaved work in this browser while it is typed, and when the page goes away. `keep` stays the same
 * function as long as the place is the same, and answers whether the browser took the work.
 */
export function useAutosave<Values extends FieldValues>(
  { watch, getValues, formState: { isDirty } }: UseFormReturn<Values>,
  keep: (values: Values) => boolean,
): Kept {
  const [kept, setKept] = useState<Kept>('nothing');

  useEffect(() => {
    if (!isDirty) {
      setKept('nothing');
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => setKept(keep(getValues()) ? { at: Date.now() } : 'not-kept');
    const writeSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(write, KEEP_AFTER_MS);
    };
    // A phone may end a page that is not in front without another word.
    const writeWhenHidden = () => {
      if (document.visibilityState === 'hidden') write();
    };
    writeSoon();
    const { unsubscribe } = watch(writeSoon);
    window.addEventListener('pagehide', write);
    document.addEventListener('visibilitychange', writeWhenHidden);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('pagehide', write);
      document.removeEventListener('visibilitychange', writeWhenHidden);
    };
  }, [isDirty, keep, watch, getValues]);

  return kept;
}
