import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { isKeyReused } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import type { AdminPost } from '../../api/types';
import { removeAutosaved, uniquePartOf } from '../unsaved-changes/autosave-storage';
import { createPost, updatePost } from './api';
import { notifySubscribers } from './notify-subscribers';
import { inputOf } from './post-values';
import type { PostFormApi } from './use-post-form-values';
import type { usePostUploads } from './use-post-uploads';
import type { useSaveErrors } from './use-save-errors';
import { comparable, comparableForm, differingFields } from './version-differences';

/** What making a post gives it. */
const FIRST_REVISION = 1;

type SavePostOptions = {
  post: AdminPost | null;
  form: PostFormApi;
  uploads: ReturnType<typeof usePostUploads>;
  errors: ReturnType<typeof useSaveErrors>;
  autosaveKey: string;
  setRevision: (revision: number) => void;
  onSaved: () => void;
};

/**
 * Save with optimistic concurrency: uploads what waits, creates or updates, and tells a conflict with somebody's save.
 */
export function useSavePost({ post, form, uploads, errors, autosaveKey, setRevision, onSaved }: SavePostOptions) {
  /** The version that somebody else saved meanwhile. */
  const [conflict, setConflict] = useState<AdminPost | null>(null);
  /** The new post, made by an earlier try whose answer was lost: from then on saving changes it. */
  const madeId = useRef<number>(undefined);

  async function submit(baseRevision: number | null) {
    form.setValue('pending_files', uploads.pending.files.length);
    await form.handleSubmit(() => save(baseRevision), errors.showInvalid)();
  }

  async function save(baseRevision: number | null) {
    errors.clear();
    if (!(await uploads.pending.uploadAll())) return; // its toasts say what failed; the files wait for another try
    try {
      await finish((await send(baseRevision)).id);
    } catch (cause) {
      await recoverFrom(cause);
    }
  }

  function send(baseRevision: number | null): Promise<AdminPost> {
    const input = inputOf(form.getValues(), post);
    const id = post?.id ?? madeId.current;
    if (id) return updatePost(id, { ...input, revision: baseRevision ?? undefined });
    // The key is autosaved with the text: after a reload it is still the same post.
    return createPost(input, uniquePartOf(autosaveKey));
  }

  async function recoverFrom(cause: unknown) {
    if (isKeyReused(cause) && isAboutPost(cause)) {
      // Made, and then somebody typed on. Whoever saved it since is asked about as ever.
      madeId.current = cause.body.current.id;
      setRevision(FIRST_REVISION);
      return save(FIRST_REVISION);
    }
    if (!isChanged(cause)) return errors.showRefused(cause);
    // An earlier try may have arrived although its answer did not: then theirs is mine.
    const theirs = cause.body.current;
    const isMine = differingFields(comparableForm(form.getValues(), post), comparable(theirs)).length === 0;
    if (isMine) await finish(theirs.id);
    else setConflict(theirs);
  }

  async function finish(id: number) {
    await uploads.attachTo(id);
    removeAutosaved(autosaveKey);
    toast.success(post ? 'Post updated successfully!' : 'Post created successfully!');
    onSaved();
    if (!post) void notifySubscribers(id);
  }

  return { submit, conflict, closeConflict: () => setConflict(null) };
}

type AboutPost = ApiProblem & { body: { current: AdminPost } };

function isChanged(cause: unknown): cause is AboutPost {
  return cause instanceof ApiProblem && cause.code === 'post.changed';
}

function isAboutPost(cause: ApiProblem): cause is AboutPost {
  return typeof (cause.body as Partial<AboutPost['body']> | null)?.current?.id === 'number';
}
