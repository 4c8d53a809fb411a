import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { isKeyReused } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import type { AdminPost, PostInput } from '../../api/types';
import { createPost, updatePost } from '../calls/posts';
import type { useSaveErrors } from '../forms/use-save-errors';
import { EMPTY_POST, type PostFormValues, toFormValues, toPostInput } from '../post-values/post-values';
import { type ReviewStep, takeReviewStep } from '../review/api';
import { isEditor } from '../session/staff-session';
import { removeAutosaved, uniquePartOf } from '../unsaved-changes/autosave-storage';
import { notifyAfterSave } from './notify-subscribers';
import { showSaved } from './saved-toast';
import type { PostFormApi } from './use-post-form-values';
import type { usePostUploads } from './use-post-uploads';
import { useSaveCoverDetails } from './use-save-cover-details';
import { comparable, comparableForm, differingFields } from './version-differences';

/** Revision of a new post. */
const FIRST_REVISION = 1;

/** What a save is for, besides saving. */
export type SaveIntent = {
  /** A step of the review, taken once it is saved. */
  step?: ReviewStep;
  /** In place of the status that the form has. */
  status?: PostFormValues['status'];
  /** Whether the form goes on with the saved post. */
  stays?: boolean;
};

type SavePostOptions = {
  post: AdminPost | null;
  form: PostFormApi;
  keepsDraft: RefObject<boolean>;
  uploads: ReturnType<typeof usePostUploads>;
  errors: ReturnType<typeof useSaveErrors<PostFormValues>>;
  autosaveKey: string;
  setRevision: (revision: number) => void;
  /** Saved, and the form is done with it. */
  onSaved: () => void;
  /** Saved with these values, and the form goes on. */
  onStays: (saved: AdminPost, sent: PostFormValues) => void;
};

/** The version that somebody else saved meanwhile, and what the save was for. */
type Conflict = { theirs: AdminPost; intent: SaveIntent };

/**
 * Save with optimistic concurrency: uploads pending files, creates or updates the post, and detects conflicts.
 */
export function useSavePost(options: SavePostOptions) {
  const { post, form, keepsDraft, uploads, errors, setRevision } = options;
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [stays, setStays] = useState(false);
  const { save, saveWithout } = useSending(options, setConflict);

  async function submit(baseRevision: number | null, intent: SaveIntent = {}) {
    setStays(intent.stays === true);
    form.setValue('pending_files', uploads.pending.files.length);
    // A step of the review saves a draft too, and asks for more than one.
    keepsDraft.current = intent.step === undefined && (intent.status ?? form.getValues('status')) === 'draft';
    await form.handleSubmit(
      () => save(baseRevision, intent),
      (found) =>
        isKept(intent) && (post || !found.title)
          ? saveWithout(Object.keys(found), baseRevision, intent)
          : errors.showInvalid(found),
    )();
  }

  function keepMine() {
    if (!conflict) return;
    setConflict(null);
    setRevision(conflict.theirs.revision);
    void submit(conflict.theirs.revision, { ...conflict.intent, step: undefined }); // a step is pressed again
  }

  return { submit, stays, conflict, keepMine, closeConflict: () => setConflict(null) };
}

/** Sends what is in the form, and goes on after the answer. */
function useSending(options: SavePostOptions, onConflict: (conflict: Conflict) => void) {
  const { post, form, uploads, errors, autosaveKey, setRevision, onSaved, onStays } = options;
  const client = useQueryClient();
  /** Id of the new post, if an earlier request created it and its response was lost: later saves update it. */
  const createdId = useRef<number>(undefined);
  const saveCoverDetails = useSaveCoverDetails(form, errors);

  /** Saves all but these fields, which stay as they were saved last; what was typed into them stays in the form. */
  async function saveWithout(names: string[], baseRevision: number | null, intent: SaveIntent, refused?: unknown) {
    const isSaved = await save(baseRevision, intent, asSaved(post, names));
    if (isSaved) await errors.showLeftOut(names as (keyof PostFormValues)[], refused);
    return isSaved;
  }

  /** Returns whether it was saved. `left` are the fields that are not taken from the form. */
  async function save(
    baseRevision: number | null,
    intent: SaveIntent,
    left: Partial<PostFormValues> = {},
  ): Promise<boolean> {
    errors.clear();
    if (!(await uploads.uploadPending())) return false; // its toasts show the errors; failed files stay pending
    if (!(await saveCoverDetails())) return false;
    const sent = { ...structuredClone(form.getValues()), ...left };
    const input = { ...toPostInput(withStatus(sent, intent), post), revision: baseRevision ?? undefined };
    try {
      await finish(await send(post?.id ?? createdId.current, input, autosaveKey), sent, intent);
      return true;
    } catch (cause) {
      const wrong = isKept(intent) ? errors.fieldsOf(cause).filter((name) => !(name in left)) : [];
      if (wrong.length > 0) return saveWithout([...Object.keys(left), ...wrong], baseRevision, intent, cause);
      await recoverFrom(cause, sent, intent);
      return false;
    }
  }

  async function recoverFrom(cause: unknown, sent: PostFormValues, intent: SaveIntent) {
    if (isKeyReused(cause) && hasCurrentPost(cause)) {
      // An earlier request created it with another text: updates it, with the usual conflict check.
      createdId.current = cause.body.current.id;
      setRevision(FIRST_REVISION);
      await save(FIRST_REVISION, intent);
      return;
    }
    if (!isChanged(cause)) return errors.showRefused(cause);
    // An earlier request may have saved this text although its response was lost: then it is no conflict.
    const theirs = cause.body.current;
    const mine = comparableForm(withStatus(sent, intent), post);
    const isMine = differingFields(mine, comparable(theirs)).length === 0;
    if (isMine && intent.step?.step !== 'approve') await finish(theirs, sent, intent);
    else onConflict({ theirs, intent });
  }

  async function finish(saved: AdminPost, sent: PostFormValues, intent: SaveIntent) {
    const { step } = intent;
    await uploads.attachTo(saved.id);
    if (step) {
      // Should the step fail, the next try goes on from what is saved.
      createdId.current = saved.id;
      setRevision(saved.revision);
    }
    const message = post ? 'Post updated successfully!' : 'Post created successfully!';
    const latest = step ? await takeReviewStep(saved.id, saved.revision, step) : { ...saved, message };
    removeAutosaved(autosaveKey);
    intent.stays ? onStays(latest, sent) : onSaved();
    await sayWhatCameOfIt(client, { message: latest.message, saved: latest, before: post, sent, intent });
  }

  return { save, saveWithout };
}

type Came = {
  message: string;
  saved: AdminPost;
  before: AdminPost | null;
  sent: PostFormValues;
  intent: SaveIntent;
};

/** Says what was saved, has subscribers told, and says that too. */
async function sayWhatCameOfIt(client: QueryClient, { message, saved, before, sent, intent }: Came) {
  const { step, stays, status } = intent;
  // A draft is saved again and again: the line beside the button says it.
  const isSaid = step !== undefined || !stays || status === undefined;
  if (isSaid) showSaved(message, saved, before);
  if (!isEditor()) return;
  const told = await notifyAfterSave(client, saved.id, sent.notice, before, step?.step === 'approve');
  if (isSaid && told) showSaved(message, saved, before, told);
}

function send(id: number | undefined, { revision, ...input }: PostInput, autosaveKey: string): Promise<AdminPost> {
  if (id) return updatePost(id, { ...input, revision });
  // The key is autosaved with the text: after a reload it is still the same post.
  return createPost(input, uniquePartOf(autosaveKey));
}

/** Whether it is for the newsroom alone, while somebody writes: that is never refused for a field. */
const isKept = ({ stays, step, status }: SaveIntent) => stays === true && step === undefined && status !== undefined;

function asSaved(post: AdminPost | null, names: string[]): Partial<PostFormValues> {
  const before = post ? toFormValues(post) : EMPTY_POST;
  return Object.fromEntries(names.map((name) => [name, before[name as keyof PostFormValues]]));
}

const STEP_WORDS = { approve: 'approved', return: 'sent back', submit: 'submitted' };

/** What a post is not, because it was changed meanwhile. */
export const refusedWords = ({ step }: SaveIntent): string | undefined => step && STEP_WORDS[step.step];

const withStatus = (values: PostFormValues, { status }: SaveIntent): PostFormValues =>
  status === undefined ? values : { ...values, status };

type ProblemWithPost = ApiProblem & { body: { current: AdminPost } };

function isChanged(cause: unknown): cause is ProblemWithPost {
  return cause instanceof ApiProblem && cause.code === 'post.changed';
}

function hasCurrentPost(cause: ApiProblem): cause is ProblemWithPost {
  return typeof (cause.body as Partial<ProblemWithPost['body']> | null)?.current?.id === 'number';
}
