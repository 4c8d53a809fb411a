import { useState } from 'react';
import toast from 'react-hot-toast';
import type { AdminPost } from '../../api/types';
import { getPost } from '../calls/posts';
import { hasUnsavedChanges } from '../unsaved-changes/unsaved-changes';

/** The post in the form, null for a new one. `opening` is the key of the form: each opening is a fresh form. */
type OpenPost = { post: AdminPost | null; opening: number; isOpen: boolean };

/** The form of the desk, which is closed at first, and the leave guard before another post takes its place. */
export function useOpenedPost() {
  const [{ post, opening, isOpen }, setOpened] = useState<OpenPost>({ post: null, opening: 0, isOpen: false });
  const [loadingId, setLoadingId] = useState<number | null>(null);
  /** Runs once the loss of unsaved changes is confirmed. */
  const [pendingAction, setPendingAction] = useState<(() => void) | null>(null);

  function open(next: AdminPost | null) {
    setOpened(({ opening: last }) => ({ post: next, opening: last + 1, isOpen: true }));
    window.scrollTo({ top: 0 });
  }

  /** Runs `action`, after a confirmation if there are unsaved changes. */
  function unlessUnsaved(action: () => void) {
    if (hasUnsavedChanges()) setPendingAction(() => action);
    else action();
  }

  async function load(id: number) {
    setLoadingId(id);
    const hadUnsavedChanges = hasUnsavedChanges();
    try {
      const loaded = await getPost(id);
      // Asks for confirmation if something was typed meanwhile.
      if (hadUnsavedChanges) open(loaded);
      else unlessUnsaved(() => open(loaded));
    } catch (cause) {
      console.error(cause);
      toast.error('Failed to load post.');
    } finally {
      setLoadingId(null);
    }
  }

  return {
    post,
    opening,
    isOpen,
    /** The form goes on with the post as it was saved. */
    replace: (saved: AdminPost) => setOpened((before) => ({ ...before, post: saved })),
    loadingId,
    pendingAction,
    stay: () => setPendingAction(null),
    open,
    edit: (id: number) => unlessUnsaved(() => load(id)),
    /** Of a post an empty form remains, as after a save; that is closed. */
    leave: () =>
      unlessUnsaved(() => {
        if (post) open(null);
        else setOpened((before) => ({ ...before, isOpen: false }));
      }),
  };
}
