import type { Ref } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Textarea } from '../../ui/textarea';
import { PostEditor, type PostEditorHandle } from '../editor/post-editor';
import { WRITING_HINT } from '../editor/writing-hint';
import type { UploadLimits } from '../media/upload-rules';
import { uploadWithToast } from '../media/upload-with-toast';
import type { PageFormValues } from './page-values';

type PageWritingProps = {
  editor: Ref<PostEditorHandle>;
  /** The text that the editor starts with; another `version` starts it again. */
  text: { html: string; version: number };
  limits: UploadLimits;
};

/** What readers read of a page. */
export function PageWriting({ editor, text, limits }: PageWritingProps) {
  const { register, setValue, formState } = useFormContext<PageFormValues>();
  const { errors, isSubmitting, isSubmitted } = formState;
  return (
    <div className="grid min-w-0 content-start gap-6">
      <Field label="Title" error={errors.title?.message} required>
        <Input autoComplete="off" className="font-serif text-xl leading-snug font-semibold" {...register('title')} />
      </Field>
      <Field label="Introduction" hint="The sentence under the title." error={errors.lead?.message}>
        <Textarea rows={2} {...register('lead')} />
      </Field>
      <Field label="Note" hint="A small line below, such as a date." error={errors.note?.message}>
        <Input autoComplete="off" {...register('note')} />
      </Field>
      <Field label="Content" hint={WRITING_HINT} error={errors.content?.message} required>
        <PostEditor
          key={text.version}
          ref={editor}
          pageBlocks
          initialHtml={text.html}
          allowedExtensions={limits.allowedExtensions}
          disabled={isSubmitting}
          onChange={(html) => setValue('content', html, { shouldDirty: true, shouldValidate: isSubmitted })}
          onUpload={(file, options) => uploadWithToast(file, limits, { ...options, place: 'editor' })}
        />
      </Field>
    </div>
  );
}
