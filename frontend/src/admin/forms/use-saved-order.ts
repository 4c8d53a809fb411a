import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';

type SavedOrder<Item> = {
  /** The list as it is saved. */
  items: Item[];
  /** Names the list: its saves wait for each other, so that the last one holds. */
  scope: QueryKey;
  save: (items: Item[]) => Promise<unknown>;
  /** Puts an order that was saved where `items` come from. */
  onSaved: (items: Item[]) => Promise<void>;
  onFailed: (cause: Error) => void;
};

/**
 * A list whose order is saved as soon as it is chosen. The order chosen last is shown until its save has ended.
 *
 * It is state of React, which draws before the browser hands out the next press: TanStack Query tells later, and a second
 * quick press would move what was there before the first.
 */
export function useSavedOrder<Item>({ items, scope, save, onSaved, onFailed }: SavedOrder<Item>) {
  const [chosen, setChosen] = useState<Item[] | null>(null);
  const order = useMutation({
    scope: { id: JSON.stringify(scope) },
    mutationFn: save,
    onSuccess: (_answer, saved) => onSaved(saved),
    onError: onFailed,
  });
  useUnsavedChanges(order.isPending);

  function choose(next: Item[]) {
    setChosen(next);
    order.mutate(next, { onSettled: () => setChosen(null) });
  }

  return { items: chosen ?? items, choose };
}
