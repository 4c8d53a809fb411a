import { useEffect, useEffectEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { useSearchParams } from 'react-router';
import type { AdminPost } from '../../api/types';
import { hasUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { getPost } from './api';

/** What the form is open for. Each opening is a fresh form. */
type Opened = { post: AdminPost | null; opening: number };

/** The post in the form, and the leave guard before another one takes its place. */
export function useOpenedPost() {
  const [{ post, opening }, setOpened] = useState<Opened>({ post: null, opening: 0 });
  const [loadingId, setLoadingId] = useState<number | null>(null);
  /** What goes on once somebody agrees to lose unsaved changes. */
  const [interrupted, setInterrupted] = useState<(() => void) | null>(null);

  function open(next: AdminPost | null) {
    setOpened(({ opening: last }) => ({ post: next, opening: last + 1 }));
    window.scrollTo({ top: 0 });
  }

  function whenNothingIsLost(action: () => void) {
    if (hasUnsavedChanges()) setInterrupted(() => action);
    else action();
  }

  async function load(id: number) {
    setLoadingId(id);
    const agreedToLose = hasUnsavedChanges();
    try {
      const loaded = await getPost(id);
      // Whoever went on typing meanwhile is asked.
      if (agreedToLose) open(loaded);
      else whenNothingIsLost(() => open(loaded));
    } catch (cause) {
      console.error(cause);
      toast.error('Failed to load post.');
    } finally {
      setLoadingId(null);
    }
  }

  useEditParam(load);

  return {
    post,
    opening,
    loadingId,
    interrupted,
    stay: () => setInterrupted(null),
    open,
    edit: (id: number) => whenNothingIsLost(() => load(id)),
    close: () => whenNothingIsLost(() => open(null)),
  };
}

/** The preview's Edit leads here with the post's number. */
function useEditParam(load: (id: number) => void) {
  const [params, setParams] = useSearchParams();
  const asked = Number(params.get('edit'));
  const loadNow = useEffectEvent(load);
  useEffect(() => {
    if (!asked) return;
    setParams({}, { replace: true });
    loadNow(asked);
  }, [asked, setParams]);
}
