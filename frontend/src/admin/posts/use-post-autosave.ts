import { useCallback, useState } from 'react';
import type { AdminPost } from '../../api/types';
import { staffEmail } from '../session/staff-session';
import { removeAutosaved } from '../unsaved-changes/autosave-storage';
import { useAutosave } from '../unsaved-changes/use-autosave';
import { autosavePost, findAutosavedPosts, newPostKey, type RecoverablePost } from './autosaved-posts';
import type { PostFormValues } from './post-values';
import type { PostFormApi } from './use-post-form-values';

/** Autosave of the post form, and draft recovery: drafts of this account on the same post. */
export function usePostAutosave(form: PostFormApi, post: AdminPost | null, revision: number | null) {
  const [account] = useState(staffEmail);
  const [key, setKey] = useState(() => newPostKey(account, post?.id ?? null));
  const [recoverable, setRecoverable] = useState(() => findAutosavedPosts(account, post?.id ?? null));
  const write = useCallback((values: PostFormValues) => autosavePost(key, values, revision), [key, revision]);
  const state = useAutosave(form, write);

  function removeOffer(work: RecoverablePost) {
    setRecoverable((others) => others.filter((other) => other.key !== work.key));
  }

  return {
    key,
    state,
    write,
    recoverable,
    /** Restores a draft: autosaves overwrite it from now on. */
    resume: (work: RecoverablePost) => {
      setKey(work.key);
      removeOffer(work);
    },
    discard: (work: RecoverablePost) => {
      removeAutosaved(work.key);
      removeOffer(work);
    },
  };
}
