import { useFormContext, useWatch } from 'react-hook-form';
import type { AdminPost } from '../../api/types';
import { inLanguage } from '../../site/format/in-language';
import { cn } from '../../ui/cn';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Textarea } from '../../ui/textarea';
import { PostEditor } from '../editor/post-editor';
import { WRITING_HINT } from '../editor/writing-hint';
import { MediaUploadPanel } from '../media/media-upload-panel';
import type { UploadLimits } from '../media/upload-rules';
import { OpenNotesLine } from '../notes/open-notes-line';
import type { PostFormValues } from '../post-values/post-values';
import { ComparedDealsOfForm } from './compared-deals';
import { CoverSlot } from './cover-slot';
import { DealLinkFields } from './deal-link-fields';
import { PostMediaPreview } from './post-media-preview';
import type { PostFormState } from './use-post-form';

type PostWritingProps = {
  post: AdminPost | null;
  state: PostFormState;
  limits: UploadLimits;
  alone: boolean;
  onLibrary: () => void;
};

/** Alone, everything but the tools of the text is as wide as the text. */
const ON_THE_MEASURE = '*:mx-auto *:w-full *:max-w-[41.5rem] *:min-w-0 *:grid-cols-[minmax(0,1fr)]';

/** Alone, the title looks like what it will be. */
const HEADLINE =
  'field-sizing-content resize-none border-transparent bg-transparent px-0 font-serif text-2xl leading-tight font-semibold sm:text-3xl';

/** What readers read: cover, title and text, with the files and deals that belong to it. */
export function PostWriting({ post, state, limits, alone, onLibrary }: PostWritingProps) {
  const { control, register, formState } = useFormContext<PostFormValues>();
  const language = useWatch({ control, name: 'language' });
  const { editor, uploads } = state;
  return (
    <div className={cn('grid min-w-0 content-start gap-6', alone && ON_THE_MEASURE)}>
      {post && <OpenNotesLine postId={post.id} />}
      <CoverSlot uploads={uploads} limits={limits} />
      <TitleField alone={alone} language={language} onEnter={() => editor.current?.focus()} />
      <ContentField post={post} state={state} limits={limits} alone={alone} language={language} />
      <PostMediaPreview onRemove={(url) => editor.current?.removeMedia(url)} />
      <div className="border-t border-rule pt-6">
        <MediaUploadPanel uploads={uploads.pending} limits={limits} onLibrary={onLibrary} />
      </div>
      <div className="border-t border-rule pt-6">
        <DealLinkFields saved={post?.deal_links ?? []} />
      </div>
      <div className="border-t border-rule pt-6">
        <Field label="Extra Text" error={formState.errors.extra_text?.message}>
          <Textarea rows={3} placeholder="Additional text to display below post" {...register('extra_text')} />
        </Field>
      </div>
    </div>
  );
}

type TitleFieldProps = { alone: boolean; language: string; onEnter: () => void };

function TitleField({ alone, language, onEnter }: TitleFieldProps) {
  const { register, formState } = useFormContext<PostFormValues>();
  return (
    <Field label="Title" hideLabel={alone} error={formState.errors.title?.message} required>
      {alone ? (
        <Textarea
          rows={1}
          autoComplete="off"
          {...inLanguage(language)}
          placeholder="Title"
          className={HEADLINE}
          {...register('title')}
          onKeyDown={(pressed) => {
            if (pressed.key !== 'Enter' || pressed.nativeEvent.isComposing) return;
            pressed.preventDefault(); // a title has one line, and the text comes next
            onEnter();
          }}
        />
      ) : (
        <Input
          autoComplete="off"
          {...inLanguage(language)}
          className="font-serif text-xl leading-snug font-semibold"
          {...register('title')}
        />
      )}
    </Field>
  );
}

type ContentFieldProps = Omit<PostWritingProps, 'onLibrary'> & { language: string };

function ContentField({ post, state, limits, alone, language }: ContentFieldProps) {
  const { setValue, formState } = useFormContext<PostFormValues>();
  const { errors, isSubmitting, isSubmitted } = formState;
  const { editor, text, uploads, stays } = state;
  return (
    <Field
      label="Content"
      hideLabel={alone}
      hint={alone ? undefined : WRITING_HINT}
      className={alone ? 'max-w-none!' : undefined}
      error={errors.content?.message}
      required
    >
      <ComparedDealsOfForm saved={post?.deal_links ?? []}>
        <PostEditor
          key={text.version}
          ref={editor}
          initialHtml={text.html}
          language={language}
          allowedExtensions={limits.allowedExtensions}
          disabled={isSubmitting && !stays}
          grows={alone}
          onChange={(html) => setValue('content', html, { shouldDirty: true, shouldValidate: isSubmitted })}
          onUpload={uploads.uploadIntoText}
          onTaken={uploads.addFromLibrary}
        />
      </ComparedDealsOfForm>
    </Field>
  );
}
