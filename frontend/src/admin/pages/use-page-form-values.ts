import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { AdminPage } from '../../api/types';
import { EMPTY_PAGE, type PageFormValues, pageFormSchema, toPageValues } from './page-values';

export type PageFormApi = UseFormReturn<PageFormValues>;

/** Form state: the values of the page form, the revision they began with, and the text that the editor starts with. */
export function usePageFormValues(page: AdminPage | null) {
  const form = useForm<PageFormValues>({
    resolver: zodResolver(pageFormSchema),
    defaultValues: page ? toPageValues(page) : EMPTY_PAGE,
    shouldFocusError: false,
  });
  const [revision, setRevision] = useState(page?.revision ?? null);
  /** The editor reads its text once; another `version` starts it again. */
  const [text, setText] = useState({ html: page?.content ?? '', version: 0 });

  /** Puts other values into the form as unsaved changes. */
  function fill(values: PageFormValues) {
    for (const [name, value] of Object.entries(values)) {
      form.setValue(name as keyof PageFormValues, value, { shouldDirty: true });
    }
    setText(({ version }) => ({ html: values.content, version: version + 1 }));
  }

  /** The form goes on with what was saved: the caret stays where it is. */
  function goOnWith(saved: AdminPage) {
    form.reset({ ...toPageValues(saved), content: form.getValues('content') });
    setRevision(saved.revision);
  }

  return { form, revision, setRevision, text, fill, goOnWith };
}
