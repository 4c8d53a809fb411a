import { useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type { AdminPost } from '../../api/types';
import { storeUnsaved, UNSAVED_POST } from '../calls/posts';
import type { PostEditorHandle } from '../editor/post-editor';
import { useSaveErrors } from '../forms/use-save-errors';
import type { UploadLimits } from '../media/upload-rules';
import { EMPTY_POST, NOTHING_TEXT, type PostFormValues, REQUIRED_TEXT, toPostInput } from '../post-values/post-values';
import { formatTime } from '../time/publication-time';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { type RecoverableForm, useFormAutosave } from '../unsaved-changes/use-form-autosave';
import { openPreview } from './open-preview';
import { usePostFormValues } from './use-post-form-values';
import { usePostUploads } from './use-post-uploads';
import { useSavePost } from './use-save-post';

const REQUIRED_FIELDS = ['title', 'content', 'category_name'] as const;

const SAVE_ERRORS = {
  names: Object.keys(EMPTY_POST),
  invalidText: (found: FieldErrors<PostFormValues>) =>
    found.title?.message === NOTHING_TEXT
      ? NOTHING_TEXT
      : REQUIRED_FIELDS.some((name) => found[name])
        ? REQUIRED_TEXT
        : (found.custom_author?.message ?? found.notice?.message ?? ''),
  failed: 'Failed to save post',
  slugTaken: 'post.slug_taken',
} as const;

/** Files that were picked and not uploaded cannot be kept; that readers are told is said at each save. */
const withoutPendingFiles = (values: PostFormValues) => ({ ...values, pending_files: 0, mark_updated: false });

export type PostFormOptions = {
  /** The post being edited, or null for a new one. */
  post: AdminPost | null;
  limits: UploadLimits;
  /** Whether the form is a page of its own: it goes on after each save. */
  alone: boolean;
  /** Saved, and the form is done with it. */
  onSaved?: () => void;
  /** Saved, and the form goes on with it. */
  onStays: (saved: AdminPost) => void;
};

export type PostFormState = ReturnType<typeof usePostForm>;

/** The post form, with all that keeps what is typed. */
export function usePostForm({ post, limits, alone, onSaved, onStays }: PostFormOptions) {
  const editor = useRef<PostEditorHandle>(null);
  const [savedText, setSavedText] = useState<string>();
  const values = usePostFormValues(post, alone);
  const { form, keepsDraft, revision, setRevision, fill, settle } = values;
  const autosave = useFormAutosave({
    form,
    name: UNSAVED_POST,
    id: post?.id ?? null,
    revision,
    kept: withoutPendingFiles,
  });
  const uploads = usePostUploads(form, editor, limits);
  const errors = useSaveErrors({ form, editor, ...SAVE_ERRORS });
  const saving = useSavePost({
    post,
    form,
    keepsDraft,
    uploads,
    errors,
    autosaveKey: autosave.key,
    setRevision,
    onSaved: () => onSaved?.(),
    onStays: (saved, sent) => {
      settle(saved, sent);
      setSavedText(`${saved.status === 'draft' ? 'Draft saved' : 'Saved'} at ${formatTime(Date.now())}.`);
      onStays(saved);
    },
  });
  const unsaved = form.formState.isDirty || uploads.pending.files.length + uploads.cover.files.length > 0;
  useUnsavedChanges(unsaved);

  function restore(work: RecoverableForm<PostFormValues>) {
    fill(work.values);
    if (work.revision !== null) setRevision(work.revision);
    uploads.addRecovered([work.values.media_url, ...work.values.media_urls].filter(Boolean));
    autosave.resume(work);
  }

  return { ...values, ...saving, editor, autosave, uploads, errors, unsaved, savedText, setSavedText, restore };
}

/** What else than a save is done with what is typed. */
export function usePostActions(post: AdminPost | null, state: PostFormState) {
  const { form, revision, errors, autosave, submit, setSavedText } = state;

  function preview() {
    errors.clear();
    if (!post) return;
    openPreview(post, form.getValues(), form.formState.isDirty).catch((cause) =>
      errors.showRefused(cause, 'Failed to open the preview'),
    );
  }

  /** Saves for the newsroom alone, and goes on. */
  function saveDraft() {
    void submit(revision, { stays: true, status: post?.status === 'in_review' ? 'in_review' : 'draft' });
  }

  /** Of a post that readers see, or will, only the words are kept: what they see changes by the button alone. */
  async function keepWords(published: AdminPost) {
    errors.clear();
    autosave.write(form.getValues());
    try {
      await storeUnsaved(published.id, toPostInput(form.getValues(), published));
      setSavedText(`Your changes were kept at ${formatTime(Date.now())}. Readers see them once you press Update.`);
    } catch (cause) {
      errors.showRefused(cause, 'Failed to keep your changes');
    }
  }

  return {
    preview,
    saveDraft,
    keep: () => (post?.status === 'published' ? void keepWords(post) : saveDraft()),
  };
}
