import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { siteDetails } from '../../api/queries/site';
import type { Access, AdminPost, Category } from '../../api/types';
import { zonePlace } from '../../site/format/zone-place';
import { Checkbox } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { Textarea } from '../../ui/textarea';
import { authorOptions, needsAuthorName } from '../post-values/authors';
import { languageName, languageOptions } from '../post-values/languages';
import type { PostFormValues } from '../post-values/post-values';
import { isContributor, isEditor } from '../session/staff-session';
import { fromPickerValue, utcOffset } from '../time/publication-time';
import { MarkUpdatedField } from './mark-updated-field';
import { NoticeField } from './notice-field';

const ACCESS_HINTS: Partial<Record<Access, string>> = {
  registered: 'Others read the opening and are asked to register.',
  subscribers: 'Others read the opening and are asked to subscribe.',
};

const STATUS_HINTS: Partial<Record<PostFormValues['status'], string>> = {
  draft: 'Only the newsroom sees it.',
  in_review: 'It waits for an editor. Only the newsroom sees it.',
};

type PublishingFieldsProps = {
  post: AdminPost | null;
  categories: readonly Category[];
  /** Whether the form is a page of its own, where buttons say what becomes of a draft. */
  alone: boolean;
};

/** Where, when and under whose name a post appears. */
export function PublishingFields({ post, categories, alone }: PublishingFieldsProps) {
  const {
    control,
    register,
    formState: { errors },
  } = useFormContext<PostFormValues>();
  const [author, publishDate, status, access] = useWatch({
    control,
    name: ['author_name', 'publish_date', 'status', 'access'],
  });
  const { data: site } = useQuery(siteDetails());

  // A post may carry an author or category that is no option (any more); editing must not change it silently.
  const authors = authorOptions(site?.brand ?? '');
  if (post && !authors.some(({ value }) => value === post.author_name)) {
    authors.push({ value: post.author_name, label: post.author_label || post.author_name });
  }
  const choices = categories.map(({ slug, name }) => ({ slug, name }));
  if (post?.category_slug && !choices.some(({ slug }) => slug === post.category_slug)) {
    choices.push({ slug: post.category_slug, name: post.category_name });
  }

  return (
    <div className="grid content-start gap-5">
      <Field label="Category" error={errors.category_name?.message} required>
        {/* The options arrive after the form: only a controlled select then shows the value it already has. */}
        <Controller
          control={control}
          name="category_name"
          render={({ field }) => (
            <Select {...field}>
              <option value="">Select a category</option>
              {choices.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        />
      </Field>
      <Field label="Author" error={errors.author_name?.message}>
        <Select {...register('author_name')}>
          {authors.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {needsAuthorName(author) && (
        <Field
          label={author === 'guest_writer' ? 'Guest writer name' : 'Custom author name'}
          error={errors.custom_author?.message}
          required
        >
          <Input autoComplete="off" {...register('custom_author')} />
        </Field>
      )}
      <Field label="Tags" hint="Comma separated" error={errors.tags?.message}>
        <Input autoComplete="off" {...register('tags')} />
      </Field>
      <Field
        label="Publish Date"
        hint={`In ${zonePlace()} time (${utcOffset(fromPickerValue(publishDate) ?? Date.now())}), wherever you are. Empty means now.`}
        error={errors.publish_date?.message}
      >
        <Input type="datetime-local" className="tabular-nums" {...register('publish_date')} />
      </Field>
      {status === 'published' && isAhead(publishDate) && (
        <p className="-mt-3 text-xs font-medium text-warning">Scheduled: it appears by itself at that time.</p>
      )}
      {(!alone || post?.status === 'in_review' || post?.status === 'published') && <StatusField />}
      <Field label="Access" hint={access ? ACCESS_HINTS[access] : undefined} error={errors.access?.message}>
        <Select {...register('access')}>
          {access === '' && <option value="">As in the settings</option>}
          <option value="everyone">Everyone</option>
          <option value="registered">Registered readers</option>
          <option value="subscribers">Subscribers</option>
        </Select>
      </Field>
      {post?.is_public && status === 'published' && <MarkUpdatedField />}
      {isEditor() && <NoticeField post={post} />}
      <Field label="Brand" error={errors.brand?.message}>
        <Input autoComplete="off" {...register('brand')} />
      </Field>
      {isEditor() && (
        <Controller
          control={control}
          name="is_today_pick"
          render={({ field }) => (
            <Checkbox
              ref={field.ref}
              label="Today's Pick"
              checked={field.value}
              onCheckedChange={(checked) => field.onChange(checked === true)}
            />
          )}
        />
      )}
      <MoreFields post={post} siteLanguage={site?.language} />
    </div>
  );
}

function StatusField() {
  const {
    control,
    register,
    formState: { errors },
  } = useFormContext<PostFormValues>();
  const status = useWatch({ control, name: 'status' });
  return (
    <Field label="Status" hint={STATUS_HINTS[status]} error={errors.status?.message}>
      <Select {...register('status')}>
        {status === 'in_review' ? (
          <option value="in_review">In review</option>
        ) : (
          <>
            {!isContributor() && <option value="published">Published</option>}
            <option value="draft">Draft</option>
          </>
        )}
      </Select>
    </Field>
  );
}

/** What the system fills in itself, for when an editor knows better. Opens when something in it is wrong. */
type MoreFieldsProps = { post: AdminPost | null; siteLanguage: string | undefined };

function MoreFields({ post, siteLanguage }: MoreFieldsProps) {
  const {
    register,
    formState: { errors },
  } = useFormContext<PostFormValues>();
  const [opened, setOpened] = useState(false);
  const wrong = Boolean(errors.slug || errors.excerpt || errors.language);

  return (
    <details
      open={opened || wrong}
      onToggle={(toggled) => setOpened(toggled.currentTarget.open)}
      className="group border-t border-rule pt-4"
    >
      <summary className="flex min-h-8 cursor-pointer list-none items-center gap-1.5 rounded-sm text-sm font-semibold text-ink-2 hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Slug, excerpt and language
      </summary>
      <div className="grid gap-5 pt-4">
        <Field
          label="Slug"
          hint={post === null ? 'Made from the title when empty.' : 'The old address keeps leading here.'}
          error={errors.slug?.message}
        >
          <Input autoComplete="off" autoCapitalize="off" spellCheck={false} {...register('slug')} />
        </Field>
        <Field label="Excerpt" hint="Made from the text when empty." error={errors.excerpt?.message}>
          <Textarea rows={4} {...register('excerpt')} />
        </Field>
        <Field
          label="Language"
          hint="For screen readers, translators and search engines."
          error={errors.language?.message}
        >
          <Select {...register('language')}>
            <option value="">
              {siteLanguage ? `As the publication: ${languageName(siteLanguage)}` : 'As the publication'}
            </option>
            {languageOptions(post?.language ?? '').map(({ tag, name }) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </details>
  );
}

function isAhead(pickerValue: string): boolean {
  const moment = fromPickerValue(pickerValue);
  return moment !== null && moment > Date.now();
}
