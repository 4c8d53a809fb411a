import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const AUTOSAVE_AFTER_MS = 1000;

/** `nothing`: the form has no unsaved changes. `refused`: storage is full or switched off. */
export type AutosaveState = 'nothing' | 'refused' | { at: number };

/**
 * Autosave: `write` keeps a form's unsaved changes in this browser while they are typed, and when the page goes away.
 * It stays the same function as long as its storage key is the same, and answers whether the browser took the work.
 */
export function useAutosave<Values extends FieldValues>(
  { watch, getValues, formState: { isDirty } }: UseFormReturn<Values>,
  write: (values: Values) => boolean,
): AutosaveState {
  const [state, setState] = useState<AutosaveState>('nothing');

  useEffect(() => {
    if (!isDirty) {
      setState('nothing');
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const writeNow = () => setState(write(getValues()) ? { at: Date.now() } : 'refused');
    const writeSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(writeNow, AUTOSAVE_AFTER_MS);
    };
    // A phone may end a page that is not in front without another word.
    const writeWhenHidden = () => {
      if (document.visibilityState === 'hidden') writeNow();
    };
    writeSoon();
    const { unsubscribe } = watch(writeSoon);
    window.addEventListener('pagehide', writeNow);
    document.addEventListener('visibilitychange', writeWhenHidden);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('pagehide', writeNow);
      document.removeEventListener('visibilitychange', writeWhenHidden);
    };
  }, [isDirty, write, watch, getValues]);

  return state;
}
