import { useEffect, useEffectEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { useSearchParams } from 'react-router';
import type { AdminPost } from '../../api/types';
import { getPost } from '../calls/posts';
import { hasUnsavedChanges } from '../unsaved-changes/unsaved-changes';

/** The post in the form, null for a new one. `opening` is the key of the form: each opening is a fresh form. */
type OpenPost = { post: AdminPost | null; opening: number };

/** The post in the form, and the leave guard before another one takes its place. */
export function useOpenedPost() {
  const [{ post, opening }, setOpened] = useState<OpenPost>({ post: null, opening: 0 });
  const [loadingId, setLoadingId] = useState<number | null>(null);
  /** Runs once the loss of unsaved changes is confirmed. */
  const [pendingAction, setPendingAction] = useState<(() => void) | null>(null);

  function open(next: AdminPost | null) {
    setOpened(({ opening: last }) => ({ post: next, opening: last + 1 }));
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

  useEditParam((id) => unlessUnsaved(() => load(id)));

  return {
    post,
    opening,
    /** The form goes on with the post as it was saved. */
    replace: (saved: AdminPost) => setOpened(({ opening: same }) => ({ post: saved, opening: same })),
    loadingId,
    pendingAction,
    stay: () => setPendingAction(null),
    open,
    edit: (id: number) => unlessUnsaved(() => load(id)),
    close: () => unlessUnsaved(() => open(null)),
  };
}

/** Opens the post of the `edit` parameter, which the preview's Edit link and Duplicate set. */
function useEditParam(load: (id: number) => void) {
  const [params, setParams] = useSearchParams();
  const editId = Number(params.get('edit'));
  const loadNow = useEffectEvent(load);
  useEffect(() => {
    if (!editId) return;
    setParams(withoutEdit, { replace: true });
    loadNow(editId);
  }, [editId, setParams]);
}

function withoutEdit(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  rest.delete('edit');
  return rest;
}
