import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldErrors, FormProvider, useWatch } from 'react-hook-form';
import toast from 'react-hot-toast';
import type { AdminPost, Category } from '../../api/types';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Textarea } from '../../ui/textarea';
import { revisionQuery, revisionsQuery, storeUnsaved } from '../calls/posts';
import { ChecksPanel } from '../checks/checks-panel';
import { CorrectionHistory } from '../corrections/correction-history';
import { PostEditor, type PostEditorHandle } from '../editor/post-editor';
import { LibraryPicker } from '../file-picker/library-picker';
import { useSaveErrors } from '../forms/use-save-errors';
import { MediaUploadPanel } from '../media/media-upload-panel';
import { UploadLimits } from '../media/upload-limits';
import type { UploadLimits as Limits } from '../media/upload-rules';
import { NotesPanel } from '../notes/notes-panel';
import { OpenNotesLine } from '../notes/open-notes-line';
import { EMPTY_POST, type PostFormValues, REQUIRED_TEXT, toPostInput } from '../post-values/post-values';
import { PreviewLinksDialog } from '../preview-links/preview-links-dialog';
import { ReviewButtons } from '../review/review-buttons';
import { isEditor } from '../session/staff-session';
import { formatTime } from '../time/publication-time';
import { RecoveryOffer } from '../unsaved-changes/recovery-offer';
import { SaveState } from '../unsaved-changes/save-state';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { type RecoverableForm, useFormAutosave } from '../unsaved-changes/use-form-autosave';
import { ConflictDialog } from '../versions/conflict-dialog';
import { RevisionsDialog } from '../versions/revisions-dialog';
import { ComparedDealsOfForm } from './compared-deals';
import { CoverSlot } from './cover-slot';
import { DealLinkFields } from './deal-link-fields';
import { openPreview } from './open-preview';
import { PostFormHeading } from './post-form-heading';
import { PostMediaPreview } from './post-media-preview';
import { PublishingFields } from './publishing-fields';
import { RecentEmailLogs } from './recent-email-logs';
import { SaveButton } from './save-button';
import { SaveOutcome } from './save-outcome';
import { SubscriptionTotal } from './subscription-total';
import { usePostFormValues } from './use-post-form-values';
import { usePostUploads } from './use-post-uploads';
import { refusedWords, useSavePost } from './use-save-post';
import { comparable, comparableForm, VersionDifferences } from './version-differences';

/** What the screen's shortcuts ask of the form. `keep` saves what can be saved without a change for readers. */
export type PostFormHandle = { keep: () => void; goToTitle: () => void };

type PostFormProps = {
  ref?: Ref<PostFormHandle>;
  /** The post being edited, or null for a new one. Another post needs another `key`. */
  post: AdminPost | null;
  /** Whether somebody asked for this form just now: the focus goes to its heading. */
  takeFocus: boolean;
  categories: readonly Category[];
  limits: Limits;
  /** Whether the form is a page of its own: it goes on after each save, and its button says what it does. */
  alone?: boolean;
  /** Whether a new post is closed to its heading, which opens it. */
  beginsClosed?: boolean;
  /** Before the heading, on the same line. */
  lead?: ReactNode;
  /** Beside the heading. */
  tools?: ReactNode;
  /** Saved, and the form is done with it; never called where the form is alone. */
  onSaved?: () => void;
  /** Saved, and the form goes on with it. */
  onStays: (saved: AdminPost) => void;
  /** Somebody else's version is to be shown instead of the one in the form. */
  onReplace: (post: AdminPost) => void;
  /** Leaves the post; without it there is no such button. */
  onCancel?: () => void;
};

const REQUIRED_FIELDS = ['title', 'content', 'category_name'] as const;

const SAVE_ERRORS = {
  names: Object.keys(EMPTY_POST),
  invalidText: (found: FieldErrors<PostFormValues>) =>
    REQUIRED_FIELDS.some((name) => found[name])
      ? REQUIRED_TEXT
      : (found.custom_author?.message ?? found.notice?.message ?? ''),
  failed: 'Failed to save post',
  slugTaken: 'post.slug_taken',
} as const;

/** Alone, everything but the tools of the text is as wide as the text. */
const ON_THE_MEASURE = '*:mx-auto *:w-full *:max-w-[41.5rem] *:min-w-0 *:grid-cols-[minmax(0,1fr)]';

/** Alone, the title looks like what it will be. */
const HEADLINE =
  'field-sizing-content resize-none border-transparent bg-transparent px-0 font-serif text-2xl leading-tight font-semibold sm:text-3xl';

/** Files that were picked and not uploaded cannot be kept; that readers are told is said at each save. */
const withoutPendingFiles = (values: PostFormValues) => ({ ...values, pending_files: 0, mark_updated: false });

/** Creates or edits one post. What was typed stays until the server has acknowledged it. */
export function PostForm(props: PostFormProps) {
  const { ref, post, takeFocus, categories, limits, alone = false, beginsClosed = false, lead, tools } = props;
  const { onSaved, onStays, onReplace, onCancel } = props;
  const editor = useRef<PostEditorHandle>(null);
  const [opened, setOpened] = useState<'history' | 'library' | 'links' | null>(null);
  const [isExpanded, setExpanded] = useState(false);
  const isClosable = beginsClosed && post === null;
  const isOpen = isExpanded || !isClosable;
  const [savedText, setSavedText] = useState<string>();
  const { form, revision, setRevision, text, fill, settle } = usePostFormValues(post, alone);
  const { control, register, setFocus, setValue, getValues } = form;
  const { errors: fieldErrors, isDirty, isSubmitting, isSubmitted } = form.formState;
  const status = useWatch({ control, name: 'status' });
  const autosave = useFormAutosave({
    form,
    name: 'mwanga-unsaved-post',
    id: post?.id ?? null,
    revision,
    kept: withoutPendingFiles,
  });
  const uploads = usePostUploads(form, editor, limits);
  const errors = useSaveErrors({ form, editor, ...SAVE_ERRORS });
  const { submit, stays, conflict, keepMine, closeConflict } = useSavePost({
    post,
    form,
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
  const unsaved = isDirty || uploads.pending.files.length + uploads.cover.files.length > 0;
  useUnsavedChanges(unsaved);

  function restore(work: RecoverableForm<PostFormValues>) {
    fill(work.values);
    if (work.revision !== null) setRevision(work.revision);
    uploads.addRecovered([work.values.media_url, ...work.values.media_urls].filter(Boolean));
    autosave.resume(work);
  }

  function preview() {
    errors.clear();
    if (post)
      openPreview(post, getValues(), isDirty).catch((cause) => errors.showRefused(cause, 'Failed to open the preview'));
  }

  /** Saves for the newsroom alone, and goes on. */
  function saveDraft() {
    void submit(revision, { stays: true, status: post?.status === 'in_review' ? 'in_review' : 'draft' });
  }

  /** Of a post that readers see, or will, only the words are kept: what they see changes by the button alone. */
  async function keepWords(published: AdminPost) {
    errors.clear();
    autosave.write(getValues());
    try {
      await storeUnsaved(published.id, toPostInput(getValues(), published));
      setSavedText(`Your words were kept at ${formatTime(Date.now())}. Readers see them once you press Update.`);
    } catch (cause) {
      errors.showRefused(cause, 'Failed to keep your words');
    }
  }

  useImperativeHandle(ref, () => ({
    keep: () => {
      if (isSubmitting || !isOpen) return;
      if (post?.status === 'published') void keepWords(post);
      else saveDraft();
    },
    goToTitle: () => {
      flushSync(() => setExpanded(true)); // what is hidden takes no focus
      setFocus('title');
    },
  }));

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-labelledby="post-form-title"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void submit(revision, { stays: alone });
        }}
      >
        <PostFormHeading
          id="post-form-title"
          post={post}
          takeFocus={takeFocus}
          expands={isClosable ? { isOpen, controls: 'post-form-body', toggle: () => setExpanded(!isOpen) } : undefined}
          lead={lead}
          tools={tools}
          onHistory={() => setOpened('history')}
          onPreview={preview}
          onLinks={() => setOpened('links')}
        />
        <div id="post-form-body" hidden={!isOpen}>
          {autosave.recoverable.length > 0 && (
            <RecoveryOffer
              recoverable={autosave.recoverable}
              on="this post"
              titleOf={({ values }) => values.title}
              onRestore={restore}
              onDiscard={autosave.discard}
            />
          )}
          <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-10">
            <div className={cn('grid min-w-0 content-start gap-6', alone && ON_THE_MEASURE)}>
              {post && <OpenNotesLine postId={post.id} />}
              <CoverSlot uploads={uploads} limits={limits} />
              <Field label="Title" hideLabel={alone} error={fieldErrors.title?.message} required>
                {alone ? (
                  <Textarea
                    rows={1}
                    autoComplete="off"
                    placeholder="Title"
                    className={HEADLINE}
                    {...register('title')}
                    onKeyDown={(pressed) => {
                      if (pressed.key !== 'Enter' || pressed.nativeEvent.isComposing) return;
                      pressed.preventDefault(); // a title has one line, and the text comes next
                      editor.current?.focus();
                    }}
                  />
                ) : (
                  <Input
                    autoComplete="off"
                    className="font-serif text-xl leading-snug font-semibold"
                    {...register('title')}
                  />
                )}
              </Field>
              <Field
                label="Content"
                hideLabel={alone}
                hint={
                  alone ? undefined : 'Drop or paste pictures and videos into the text. Alt + F10 goes to the tools.'
                }
                className={alone ? 'max-w-none!' : undefined}
                error={fieldErrors.content?.message}
                required
              >
                <ComparedDealsOfForm saved={post?.deal_links ?? []}>
                  <PostEditor
                    key={text.version}
                    ref={editor}
                    initialHtml={text.html}
                    allowedExtensions={limits.allowedExtensions}
                    disabled={isSubmitting && !stays}
                    grows={alone}
                    onChange={(html) => setValue('content', html, { shouldDirty: true, shouldValidate: isSubmitted })}
                    onUpload={uploads.uploadIntoText}
                    onTaken={uploads.addFromLibrary}
                  />
                </ComparedDealsOfForm>
              </Field>
              <PostMediaPreview onRemove={(url) => editor.current?.removeMedia(url)} />
              <div className="border-t border-rule pt-6">
                <MediaUploadPanel uploads={uploads.pending} limits={limits} onLibrary={() => setOpened('library')} />
              </div>
              <div className="border-t border-rule pt-6">
                <DealLinkFields saved={post?.deal_links ?? []} />
              </div>
              <div className="border-t border-rule pt-6">
                <Field label="Extra Text" error={fieldErrors.extra_text?.message}>
                  <Textarea rows={3} placeholder="Additional text to display below post" {...register('extra_text')} />
                </Field>
              </div>
            </div>
            <div className="grid min-w-0 content-start gap-8">
              {post && (
                <NotesPanel
                  postId={post.id}
                  selectedPassage={() => editor.current?.selectedPassage() ?? ''}
                  onPassage={(passage) => {
                    if (!editor.current?.showPassage(passage)) toast('This passage is not in the text any more.');
                  }}
                />
              )}
              <PublishingFields post={post} categories={categories} alone={alone} />
              <ChecksPanel post={post} />
              <UploadLimits limits={limits} />
              {isEditor() && !alone && (
                <>
                  <SubscriptionTotal />
                  <RecentEmailLogs />
                </>
              )}
            </div>
          </div>
          <div className="sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap items-center gap-3 border-y border-rule bg-paper/95 px-4 py-3 backdrop-blur lg:-mx-8 lg:px-8">
            <SaveButton post={post} alone={alone} busy={isSubmitting} describedBy="save-outcome" />
            {post?.status !== 'published' && (
              <Button look="outline" disabled={isSubmitting} aria-keyshortcuts="Control+S" onClick={saveDraft}>
                {post?.status === 'in_review' ? 'Save and stay' : 'Save Draft'}
              </Button>
            )}
            <ReviewButtons
              post={post}
              status={alone && (post?.status ?? 'draft') === 'draft' ? 'draft' : status}
              disabled={isSubmitting}
              onStep={(step) =>
                void submit(revision, { step, stays: alone, status: step.step === 'submit' ? 'draft' : undefined })
              }
            />
            {post && onCancel && (
              <Button look="outline" disabled={isSubmitting} onClick={onCancel}>
                Cancel Edit
              </Button>
            )}
            <SaveOutcome id="save-outcome" post={post} />
            <p role="alert" className="text-sm font-medium text-danger">
              {errors.failure}
            </p>
            <SaveState autosave={autosave.state} unsaved={unsaved && !isSubmitting} saved={savedText} />
          </div>
        </div>
      </form>
      {conflict && (
        <ConflictDialog
          of="post"
          savedAt={conflict.theirs.updated_at}
          refused={refusedWords(conflict.intent)}
          differences={(names) => (
            <VersionDifferences
              one={comparableForm(getValues(), post)}
              other={comparable(conflict.theirs)}
              names={names}
            />
          )}
          onKeepMine={keepMine}
          onLoadTheirs={() => {
            autosave.write(getValues());
            onReplace(conflict.theirs);
          }}
          onClose={closeConflict}
        />
      )}
      {post && opened === 'links' && <PreviewLinksDialog postId={post.id} onClose={() => setOpened(null)} />}
      {opened === 'library' && <LibraryPicker onChoose={uploads.addFromLibrary} onClose={() => setOpened(null)} />}
      {post && opened === 'history' && (
        <RevisionsDialog
          of="post"
          except="slug, status and date"
          opened={post.revision}
          list={revisionsQuery(post.id)}
          revision={(number) => revisionQuery(post.id, number)}
          differences={(saved, names) => (
            <VersionDifferences one={comparable(saved)} other={comparableForm(getValues(), post)} names={names} />
          )}
          onRestore={(saved) => {
            // An earlier version must neither move a post to another address nor take it from its readers.
            const { slug, status, publish_date, cover_details, notice } = getValues();
            fill({ ...comparable(saved), slug, status, publish_date, cover_details, notice });
            setOpened(null);
          }}
          onClose={() => setOpened(null)}
          below={<CorrectionHistory postId={post.id} />}
        />
      )}
    </FormProvider>
  );
}
