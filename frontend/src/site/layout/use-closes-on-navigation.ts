import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/** Closes a dialog once the reader has gone to another page by one of its links. */
export function useClosesOnNavigation(dialog: RefObject<HTMLDialogElement | null>): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what changes with every navigation
  useEffect(() => {
    if (dialog.current?.open) dialog.current.close();
  }, [key, dialog]);
}
