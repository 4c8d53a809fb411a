import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { Access, AdminPost } from '../../api/types';
import { statusQuery } from '../calls/status';
import { EMPTY_DEAL } from '../post-values/deal-values';
import {
  draftFormSchema,
  EMPTY_POST,
  type PostFormValues,
  postFormSchema,
  toFormValues,
} from '../post-values/post-values';
import { isContributor, isEditor } from '../session/staff-session';

export type PostFormApi = UseFormReturn<PostFormValues>;

const checkPost = zodResolver(postFormSchema);
const checkDraft = zodResolver(draftFormSchema);

/** Form state: the values of the post form, the revision they began with, and the text that the editor starts with. */
export function usePostFormValues(post: AdminPost | null, alone: boolean) {
  // The shell has asked by then; until it is answered a new post is for everyone.
  const status = useQueryClient().getQueryData(statusQuery.queryKey);
  /** Whether the save that is under way keeps a draft, which needs little. */
  const keepsDraft = useRef(false);
  const form = useForm<PostFormValues>({
    resolver: (...form) => (keepsDraft.current ? checkDraft : checkPost)(...form),
    defaultValues: post ? openedPost(post, alone) : newPost(status?.default_access ?? 'everyone'),
    shouldFocusError: false,
  });
  const [revision, setRevision] = useState(post?.revision ?? null);
  /** The editor reads its text once; another `version` starts it again. */
  const [text, setText] = useState({ html: post?.content ?? '', version: 0 });

  /** Puts other values into the form as unsaved changes. */
  function fill(values: PostFormValues) {
    // What was kept in the browser may be of an earlier version.
    const deal_links = values.deal_links.map((deal) => ({ ...EMPTY_DEAL, ...deal }));
    for (const [name, value] of Object.entries({ ...values, deal_links })) {
      form.setValue(name as keyof PostFormValues, value, { shouldDirty: true });
    }
    setText(({ version }) => ({ html: values.content, version: version + 1 }));
  }

  /** Takes a save over: `sent` is what is saved now, and what was typed since is unsaved. */
  function settle(saved: AdminPost, sent: PostFormValues) {
    const typed = form.getValues();
    const made = {
      slug: saved.slug,
      excerpt: saved.excerpt ?? '',
      notice: null,
      cover_details: null,
      mark_updated: false,
    };
    // What it is to become stays chosen after Save Draft; a step of the review decides that itself.
    const isReviewed = saved.status === 'in_review' || sent.status === 'in_review';
    const status = isReviewed ? openedPost(saved, alone).status : sent.status;
    const settled: PostFormValues = { ...sent, ...made, status, pending_files: 0 };
    const names = Object.keys(settled) as (keyof PostFormValues)[];
    const isTyped = (name: keyof PostFormValues) => !isSame(typed[name], sent[name]);
    for (const name of names) if (!isTyped(name)) form.setValue(name, settled[name]);
    form.reset(settled, { keepValues: true });
    for (const name of names) if (isTyped(name)) form.setValue(name, typed[name], { shouldDirty: true });
    setRevision(saved.revision);
  }

  return { form, keepsDraft, revision, setRevision, text, fill, settle };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What an opened post begins with. On its own page a draft is published by the button, not by a choice before. */
function openedPost(post: AdminPost, alone: boolean): PostFormValues {
  const values = toFormValues(post);
  return alone && values.status === 'draft' && !isContributor() ? { ...values, status: 'published' } : values;
}

/** What a new post begins with. Only editors are told what the publication presets; a contributor's is a draft. */
function newPost(defaultAccess: Access): PostFormValues {
  const status = isContributor() ? 'draft' : EMPTY_POST.status;
  return { ...EMPTY_POST, status, access: isEditor() ? defaultAccess : '' };
}
