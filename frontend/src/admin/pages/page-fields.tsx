import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AdminPage } from '../../api/types';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { Textarea } from '../../ui/textarea';
import { LibraryPicker } from '../file-picker/library-picker';
import { ErrorLine } from '../screen/error-line';
import type { PageFormValues } from './page-values';

const LAYOUTS: { value: PageFormValues['layout']; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'contents', label: 'Numbered sections with contents' },
  { value: 'groups', label: 'Headings beside their text' },
  { value: 'offer', label: 'Offer with facts' },
];

/** Where a page stands, how it is laid out, and what machines are told of it. */
export function PageFields({ page }: { page: AdminPage | null }) {
  const {
    register,
    formState: { errors },
  } = useFormContext<PageFormValues>();
  return (
    <div className="grid content-start gap-5">
      <Field label="Status" error={errors.status?.message}>
        <Select {...register('status')}>
          <option value="draft">Draft</option>
          <option value="published">Published</option>
        </Select>
      </Field>
      {page?.key ? (
        <p className="text-sm text-ink-2">
          Its address is fixed: <span className="font-semibold wrap-anywhere">{page.path}</span>
        </p>
      ) : (
        <Field
          label="Address"
          hint={page ? 'Its old address will lead here.' : 'Left empty, it is made from the title.'}
          error={errors.slug?.message}
        >
          <Input autoComplete="off" {...register('slug')} />
        </Field>
      )}
      <Field label="Layout" error={errors.layout?.message}>
        <Select {...register('layout')}>
          {LAYOUTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Short title"
        hint="For the browser’s tab; left empty, it is the title."
        error={errors.short_title?.message}
      >
        <Input autoComplete="off" {...register('short_title')} />
      </Field>
      <Field
        label="Description"
        hint="For search engines; left empty, it is the beginning of the text."
        error={errors.description?.message}
      >
        <Textarea rows={3} {...register('description')} />
      </Field>
      <SharePicture />
      <p className="text-xs text-ink-3">
        <code>{'{brand}'}</code>, <code>{'{tagline}'}</code>, <code>{'{contact_email}'}</code> and{' '}
        <code>{'{contact_phone}'}</code> are replaced by your settings, in every field.
      </p>
    </div>
  );
}

function SharePicture() {
  const { setValue, formState, control } = useFormContext<PageFormValues>();
  const url = useWatch({ control, name: 'share_picture' });
  const [choosing, setChoosing] = useState(false);
  const choose = (picture: string) => setValue('share_picture', picture, { shouldDirty: true });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Picture of shared links</legend>
      {url ? (
        <img src={url} alt="" className="aspect-[1200/630] w-full rounded-md border border-rule object-cover" />
      ) : (
        <p className="text-xs text-ink-3">Left empty, it is the site’s picture.</p>
      )}
      {formState.errors.share_picture && <ErrorLine look="field">{formState.errors.share_picture.message}</ErrorLine>}
      <div className="flex flex-wrap gap-2">
        <Button look="outline" size="sm" className="min-h-9" onClick={() => setChoosing(true)}>
          Choose from the library
        </Button>
        {url && (
          <Button look="quiet" size="sm" className="min-h-9" onClick={() => choose('')}>
            Remove
          </Button>
        )}
      </div>
      {choosing && (
        <LibraryPicker
          onChoose={(files) => {
            const picture = files.find(({ kind }) => kind === 'image');
            if (picture) choose(picture.fileUrl);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </fieldset>
  );
}
