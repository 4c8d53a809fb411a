import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { isKeyReused } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import type { AdminPost } from '../../api/types';
import type { useSaveErrors } from '../forms/use-save-errors';
import { type ReviewStep, takeReviewStep } from '../review/api';
import { isEditor } from '../session/staff-session';
import { removeAutosaved, uniquePartOf } from '../unsaved-changes/autosave-storage';
import { createPost, updatePost } from './api';
import { changeNotice, notifyOfNewPost } from './notify-subscribers';
import { type PostFormValues, toPostInput } from './post-values';
import type { PostFormApi } from './use-post-form-values';
import type { usePostUploads } from './use-post-uploads';
import { useSaveCoverDetails } from './use-save-cover-details';
import { comparable, comparableForm, differingFields } from './version-differences';

/** Revision of a new post. */
const FIRST_REVISION = 1;

type SavePostOptions = {
  post: AdminPost | null;
  form: PostFormApi;
  uploads: ReturnType<typeof usePostUploads>;
  errors: ReturnType<typeof useSaveErrors<PostFormValues>>;
  autosaveKey: string;
  setRevision: (revision: number) => void;
  onSaved: () => void;
};

/**
 * Save with optimistic concurrency: uploads pending files, creates or updates the post, and detects conflicts.
 */
export function useSavePost({ post, form, uploads, errors, autosaveKey, setRevision, onSaved }: SavePostOptions) {
  const client = useQueryClient();
  /** The version that somebody else saved meanwhile. */
  const [conflict, setConflict] = useState<AdminPost | null>(null);
  /** Id of the new post, if an earlier request created it and its response was lost: later saves update it. */
  const createdId = useRef<number>(undefined);
  const saveCoverDetails = useSaveCoverDetails(form, errors);

  /** Saves, then takes the step of the review, if any. */
  async function submit(baseRevision: number | null, step?: ReviewStep) {
    form.setValue('pending_files', uploads.pending.files.length);
    await form.handleSubmit(() => save(baseRevision, step), errors.showInvalid)();
  }

  async function save(baseRevision: number | null, step?: ReviewStep) {
    errors.clear();
    if (!(await uploads.uploadPending())) return; // its toasts show the errors; failed files stay pending
    if (!(await saveCoverDetails())) return;
    try {
      await finish(await send(baseRevision), step);
    } catch (cause) {
      await recoverFrom(cause, step);
    }
  }

  function send(baseRevision: number | null): Promise<AdminPost> {
    const input = toPostInput(form.getValues(), post);
    const id = post?.id ?? createdId.current;
    if (id) return updatePost(id, { ...input, revision: baseRevision ?? undefined });
    // The key is autosaved with the text: after a reload it is still the same post.
    return createPost(input, uniquePartOf(autosaveKey));
  }

  async function recoverFrom(cause: unknown, step?: ReviewStep) {
    if (isKeyReused(cause) && hasCurrentPost(cause)) {
      // An earlier request created it with another text: updates it, with the usual conflict check.
      createdId.current = cause.body.current.id;
      setRevision(FIRST_REVISION);
      return save(FIRST_REVISION, step);
    }
    if (!isChanged(cause)) return errors.showRefused(cause);
    // An earlier request may have saved this text although its response was lost: then it is no conflict.
    const theirs = cause.body.current;
    const isMine = differingFields(comparableForm(form.getValues(), post), comparable(theirs)).length === 0;
    if (isMine && step?.step !== 'approve') await finish(theirs, step);
    else setConflict(theirs);
  }

  async function finish(saved: AdminPost, step?: ReviewStep) {
    const { notice } = form.getValues();
    await uploads.attachTo(saved.id);
    let message = post ? 'Post updated successfully!' : 'Post created successfully!';
    if (step) {
      // Should the step fail, the next try goes on from what is saved.
      createdId.current = saved.id;
      setRevision(saved.revision);
      message = (await takeReviewStep(saved.id, saved.revision, step)).message;
    }
    removeAutosaved(autosaveKey);
    toast.success(message);
    onSaved();
    if (isEditor()) void notify(saved.id, notice, step);
  }

  /** Subscribers hear of a new post, or of one in review once it is approved. */
  async function notify(id: number, notice: PostFormValues['notice'], step?: ReviewStep) {
    if (!post || step?.step === 'approve') return notifyOfNewPost(client, id, notice);
    if (post.status !== 'in_review') return changeNotice(client, id, notice);
  }

  return { submit, conflict, closeConflict: () => setConflict(null) };
}

type ProblemWithPost = ApiProblem & { body: { current: AdminPost } };

function isChanged(cause: unknown): cause is ProblemWithPost {
  return cause instanceof ApiProblem && cause.code === 'post.changed';
}

function hasCurrentPost(cause: ApiProblem): cause is ProblemWithPost {
  return typeof (cause.body as Partial<ProblemWithPost['body']> | null)?.current?.id === 'number';
}
