import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { Access, AdminPost } from '../../api/types';
import { isContributor, isEditor } from '../session/staff-session';
import { statusQuery } from '../shell/status';
import { EMPTY_POST, type PostFormValues, postFormSchema, toFormValues } from './post-values';

export type PostFormApi = UseFormReturn<PostFormValues>;

/** Form state: the values of the post form, the revision they began with, and the text that the editor starts with. */
export function usePostFormValues(post: AdminPost | null) {
  // The shell has asked by then; until it is answered a new post is for everyone.
  const status = useQueryClient().getQueryData(statusQuery.queryKey);
  const form = useForm<PostFormValues>({
    resolver: zodResolver(postFormSchema),
    defaultValues: post ? toFormValues(post) : newPost(status?.default_access ?? 'everyone'),
    shouldFocusError: false,
  });
  const [revision, setRevision] = useState(post?.revision ?? null);
  /** The editor reads its text once; another `version` starts it again. */
  const [text, setText] = useState({ html: post?.content ?? '', version: 0 });

  /** Puts other values into the form as unsaved changes. */
  function fill(values: PostFormValues) {
    for (const [name, value] of Object.entries(values)) {
      form.setValue(name as keyof PostFormValues, value, { shouldDirty: true });
    }
    setText(({ version }) => ({ html: values.content, version: version + 1 }));
  }

  return { form, revision, setRevision, text, fill };
}

/** What a new post begins with. Only editors are told what the publication presets; a contributor's is a draft. */
function newPost(defaultAccess: Access): PostFormValues {
  const status = isContributor() ? 'draft' : EMPTY_POST.status;
  return { ...EMPTY_POST, status, access: isEditor() ? defaultAccess : '' };
}
