import { zodResolver } from '@hookform/resolvers/zod';
import { Eye, History } from 'lucide-react';
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Controller, type FieldErrors, FormProvider, useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import { isKeyReused } from '../../api/request-key';
import type { AdminPost, Category } from '../../api/types';
import { Button } from '../../ui/button';
import { buttonLook } from '../../ui/button-look';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Textarea } from '../../ui/textarea';
import { PostEditor, type PostEditorHandle } from '../editor/post-editor';
import { RecentEmailLogs } from '../email-logs/recent-email-logs';
import { LibraryPicker } from '../library/library-picker';
import { MediaUploadPanel } from '../media/media-upload-panel';
import { attachToPost, type UploadedMedia } from '../media/upload';
import { UploadLimits } from '../media/upload-limits';
import type { UploadLimits as Limits } from '../media/upload-rules';
import { uploadWithToast } from '../media/upload-with-toast';
import { UploadedMediaPreview } from '../media/uploaded-media-preview';
import { usePendingUploads } from '../media/use-pending-uploads';
import { staffEmail } from '../session/staff-session';
import { SubscriptionTotal } from '../subscriptions/subscription-total';
import { removeAutosaved, uniquePartOf } from '../unsaved-changes/autosave-storage';
import { RecoveryOffer } from '../unsaved-changes/recovery-offer';
import { SaveState } from '../unsaved-changes/save-state';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { useAutosave } from '../unsaved-changes/use-autosave';
import { createPost, updatePost } from './api';
import { autosavePost, findAutosavedPosts, newPostKey, type RecoverablePost } from './autosaved-posts';
import { ConflictDialog } from './conflict-dialog';
import { DealLinkFields } from './deal-link-fields';
import { notifySubscribers } from './notify-subscribers';
import { EMPTY_POST, inputOf, type PostFormValues, postFormSchema, REQUIRED_TEXT, valuesOf } from './post-values';
import { PublishingFields } from './publishing-fields';
import { RevisionsDialog } from './revisions-dialog';
import { comparable, comparableForm, differingFields } from './version-differences';

/** What making a post gives it. */
const FIRST_REVISION = 1;
const REQUIRED_FIELDS = ['title', 'content', 'category_name'] as const;

/** What the screen's shortcuts ask of the form. */
export type PostFormHandle = { save: () => void; goToTitle: () => void };

type PostFormProps = {
  ref?: Ref<PostFormHandle>;
  /** The post being edited, or null for a new one. Another post needs another `key`. */
  post: AdminPost | null;
  /** Whether somebody asked for this form just now: the focus goes to its heading. */
  takeFocus: boolean;
  categories: readonly Category[];
  limits: Limits;
  onSaved: () => void;
  /** Somebody else's version is to be shown instead of the one in the form. */
  onReplace: (post: AdminPost) => void;
  onCancel: () => void;
};

/** Creates or edits one post. What was typed stays until the server has acknowledged it. */
export function PostForm({ ref, post, takeFocus, categories, limits, onSaved, onReplace, onCancel }: PostFormProps) {
  const editor = useRef<PostEditorHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [account] = useState(staffEmail);
  const [place, setPlace] = useState(() => newPostKey(account, post?.id ?? null));
  const [left, setLeft] = useState(() => findAutosavedPosts(account, post?.id ?? null));
  const [revision, setRevision] = useState(post?.revision ?? null);
  /** The text the editor starts with; restoring kept work starts it again. */
  const [text, setText] = useState({ html: post?.content ?? '', version: 0 });
  const [conflict, setConflict] = useState<AdminPost | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [history, setHistory] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const uploadedHere = useRef<string[]>([]);
  /** The new post, made by an earlier try whose answer was lost: from then on saving changes it. */
  const madeId = useRef<number>(undefined);

  const form = useForm<PostFormValues>({
    resolver: zodResolver(postFormSchema),
    defaultValues: post ? valuesOf(post) : EMPTY_POST,
    shouldFocusError: false,
  });
  const {
    control,
    register,
    setError,
    setFocus,
    setValue,
    getValues,
    watch,
    formState: { errors, isDirty, isSubmitting, isSubmitted },
  } = form;

  const uploads = usePendingUploads(limits, (media) => {
    rememberUpload(media);
    setValue('media_urls', [...getValues('media_urls'), media.fileUrl], { shouldDirty: true });
    editor.current?.insertMedia(media);
  });

  const unsaved = isDirty || uploads.files.length > 0;
  useUnsavedChanges(unsaved);
  const write = useCallback((values: PostFormValues) => autosavePost(place, values, revision), [place, revision]);
  const autosave = useAutosave(form, write);

  // What was wrong with the last try says nothing about what is typed now; the fields keep their own texts.
  useEffect(() => watch(() => setFailure(null)).unsubscribe, [watch]);

  useEffect(() => {
    if (takeFocus) heading.current?.focus({ preventScroll: true });
  }, [takeFocus]);

  function rememberUpload(media: UploadedMedia) {
    uploadedHere.current.push(media.fileUrl);
  }

  /** Files of the library join the post's own media, each once. */
  function addToMedia(files: readonly UploadedMedia[]) {
    const urls = [...getValues('media_urls'), ...files.map(({ fileUrl }) => fileUrl)];
    setValue('media_urls', [...new Set(urls)], { shouldDirty: true });
  }

  async function uploadIntoText(file: File) {
    const media = await uploadWithToast(file, limits, { place: 'editor' });
    if (media) rememberUpload(media);
    return media;
  }

  /** Puts other values into the form as unsaved work. */
  function fill(values: PostFormValues) {
    for (const [name, value] of Object.entries(values)) {
      setValue(name as keyof PostFormValues, value, { shouldDirty: true });
    }
    setText(({ version }) => ({ html: values.content, version: version + 1 }));
  }

  function restore(work: RecoverablePost) {
    fill(work.values);
    if (work.revision !== null) setRevision(work.revision);
    uploadedHere.current.push(...work.values.media_urls); // recorded for no post yet
    setPlace(work.key);
    setLeft((others) => others.filter(({ key }) => key !== work.key));
  }

  function discard(work: RecoverablePost) {
    removeAutosaved(work.key);
    setLeft((others) => others.filter(({ key }) => key !== work.key));
  }

  async function save(baseRevision: number | null) {
    setFailure(null);
    if (!(await uploads.uploadAll())) return; // its toasts say what failed; the files wait for another try
    const input = inputOf(getValues(), post);
    const id = post?.id ?? madeId.current;
    try {
      const saved = id
        ? await updatePost(id, { ...input, revision: baseRevision ?? undefined })
        : // The name of the place is kept with the text: after a reload it is still the same post.
          await createPost(input, uniquePartOf(place));
      await finish(saved.id);
    } catch (cause) {
      if (isKeyReused(cause) && isAboutPost(cause)) {
        // Made, and then somebody typed on. Whoever saved it since is asked about as ever.
        madeId.current = cause.body.current.id;
        setRevision(FIRST_REVISION);
        return save(FIRST_REVISION);
      }
      // An earlier try may have arrived although its answer did not: then theirs is mine.
      if (
        isChanged(cause) &&
        differingFields(comparableForm(getValues(), post), comparable(cause.body.current)).length === 0
      ) {
        await finish(cause.body.current.id);
      } else showFailure(cause);
    }
  }

  async function finish(id: number) {
    await attachUploads(id, uploadedHere.current);
    removeAutosaved(place);
    toast.success(post ? 'Post updated successfully!' : 'Post created successfully!');
    onSaved();
    if (!post) void notifySubscribers(id);
  }

  function showFailure(cause: unknown) {
    if (isChanged(cause)) return setConflict(cause.body.current);
    console.error(cause);
    toast.error('Failed to save post');
    if (!(cause instanceof ApiProblem)) return setFailure('Failed to save post');
    const fields = cause.code === 'post.slug_taken' ? { slug: cause.error, ...cause.fields } : cause.fields;
    const known = Object.entries(fields).filter(([name]) => name in EMPTY_POST);
    for (const [name, message] of known) setError(name as keyof PostFormValues, { message });
    setFailure(cause.error);
    const [first] = known;
    if (first) focusField(first[0]);
  }

  function refuse(found: FieldErrors<PostFormValues>) {
    const text = REQUIRED_FIELDS.some((name) => found[name]) ? REQUIRED_TEXT : (found.custom_author?.message ?? '');
    setFailure(text);
    toast.error(text);
    const [first] = Object.keys(EMPTY_POST).filter((name) => name in found);
    if (first) focusField(first);
  }

  function focusField(name: string) {
    if (name === 'content') editor.current?.focus();
    else setTimeout(() => setFocus(name as keyof PostFormValues)); // a closed part opens first
  }

  async function submit(baseRevision: number | null) {
    setValue('pending_files', uploads.files.length);
    await form.handleSubmit(() => save(baseRevision), refuse)();
  }

  useImperativeHandle(ref, () => ({
    save: () => {
      if (!isSubmitting) void submit(revision);
    },
    goToTitle: () => setFocus('title'),
  }));

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-labelledby="post-form-title"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void submit(revision);
        }}
      >
        <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2
            ref={heading}
            id="post-form-title"
            tabIndex={-1}
            className="text-xl font-semibold tracking-tight outline-none"
          >
            {post ? 'Edit Post' : 'Create New Post'}
          </h2>
          {post && (
            <div className="flex min-w-0 flex-wrap items-center gap-x-2">
              <p className="mr-2 min-w-0 truncate text-sm text-ink-3">/post/{post.slug}</p>
              <Button look="quiet" size="sm" className="min-h-9" onClick={() => setHistory(true)}>
                <History aria-hidden="true" />
                History
              </Button>
              <a
                href={`/admin/preview/${post.id}`}
                target="_blank"
                rel="noopener"
                className={buttonLook({ look: 'quiet', size: 'sm', className: 'min-h-9' })}
              >
                <Eye aria-hidden="true" />
                Preview
                <span className="sr-only"> of what is saved (opens in a new tab)</span>
              </a>
            </div>
          )}
        </div>
        {left.length > 0 && (
          <RecoveryOffer
            left={left}
            on="this post"
            titleOf={({ values }) => values.title}
            onRestore={restore}
            onDiscard={discard}
          />
        )}
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-10">
          <div className="grid min-w-0 content-start gap-6">
            <Field label="Title" error={errors.title?.message} required>
              <Input
                autoComplete="off"
                className="font-serif text-xl leading-snug font-semibold"
                {...register('title')}
              />
            </Field>
            <Field
              label="Content"
              hint="Drop or paste pictures and videos into the text. Alt + F10 goes to the tools."
              error={errors.content?.message}
              required
            >
              <PostEditor
                key={text.version}
                ref={editor}
                initialHtml={text.html}
                allowedExtensions={limits.allowedExtensions}
                disabled={isSubmitting}
                onChange={(html) => setValue('content', html, { shouldDirty: true, shouldValidate: isSubmitted })}
                onUpload={uploadIntoText}
                onTaken={addToMedia}
              />
            </Field>
            <Controller
              control={control}
              name="media_urls"
              render={({ field }) => (
                <UploadedMediaPreview
                  urls={field.value}
                  onRemove={(url) => {
                    field.onChange(field.value.filter((other) => other !== url));
                    editor.current?.removeMedia(url);
                  }}
                  onMakeCover={(url) => field.onChange([url, ...field.value.filter((other) => other !== url)])}
                />
              )}
            />
            <div className="border-t border-rule pt-6">
              <MediaUploadPanel uploads={uploads} limits={limits} onLibrary={() => setChoosing(true)} />
            </div>
            <div className="border-t border-rule pt-6">
              <DealLinkFields />
            </div>
            <div className="border-t border-rule pt-6">
              <Field label="Extra Text" error={errors.extra_text?.message}>
                <Textarea rows={3} placeholder="Additional text to display below post" {...register('extra_text')} />
              </Field>
            </div>
          </div>
          <div className="grid min-w-0 content-start gap-8">
            <PublishingFields post={post} categories={categories} />
            <UploadLimits limits={limits} />
            <SubscriptionTotal />
            <RecentEmailLogs />
          </div>
        </div>
        <div className="sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap items-center gap-3 border-y border-rule bg-paper/95 px-4 py-3 backdrop-blur lg:-mx-8 lg:px-8">
          <Button type="submit" look="ember" busy={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save Post'}
          </Button>
          {post && (
            <Button look="outline" disabled={isSubmitting} onClick={onCancel}>
              Cancel Edit
            </Button>
          )}
          <p role="alert" className="text-sm font-medium text-danger">
            {failure}
          </p>
          <SaveState autosave={autosave} unsaved={unsaved && !isSubmitting} />
        </div>
      </form>
      {conflict && (
        <ConflictDialog
          mine={getValues()}
          before={post}
          theirs={conflict}
          onKeepMine={() => {
            setRevision(conflict.revision);
            setConflict(null);
            void submit(conflict.revision);
          }}
          onLoadTheirs={() => {
            autosavePost(place, getValues(), revision);
            onReplace(conflict);
          }}
          onClose={() => setConflict(null)}
        />
      )}
      {choosing && <LibraryPicker onChoose={addToMedia} onClose={() => setChoosing(false)} />}
      {post && history && (
        <RevisionsDialog
          post={post}
          current={getValues()}
          onRestore={(values) => {
            fill(values);
            setHistory(false);
          }}
          onClose={() => setHistory(false)}
        />
      )}
    </FormProvider>
  );
}

type AboutPost = ApiProblem & { body: { current: AdminPost } };

function isChanged(cause: unknown): cause is AboutPost {
  return cause instanceof ApiProblem && cause.code === 'post.changed';
}

function isAboutPost(cause: ApiProblem): cause is AboutPost {
  return typeof (cause.body as Partial<AboutPost['body']> | null)?.current?.id === 'number';
}

/** The post is saved whatever happens here; a file that stays unattached is only missing from the media list. */
async function attachUploads(postId: number, fileUrls: readonly string[]): Promise<void> {
  const results = await Promise.allSettled(fileUrls.map((fileUrl) => attachToPost(fileUrl, postId)));
  for (const result of results) if (result.status === 'rejected') console.error(result.reason);
}
