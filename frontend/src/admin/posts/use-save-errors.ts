import { type RefObject, useEffect, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import toast from 'react-hot-toast';
import { ApiProblem } from '../../api/problem';
import type { PostEditorHandle } from '../editor/post-editor';
import { EMPTY_POST, type PostFormValues, REQUIRED_TEXT } from './post-values';
import type { PostFormApi } from './use-post-form-values';

const REQUIRED_FIELDS = ['title', 'content', 'category_name'] as const;

/**
 * Errors of a save: the one beside the button, those of the fields, and the focus, which goes to the first of these.
 */
export function useSaveErrors(form: PostFormApi, editor: RefObject<PostEditorHandle | null>) {
  const { setError, setFocus, watch } = form;
  const [failure, setFailure] = useState<string | null>(null);

  // What was wrong with the last try says nothing about what is typed now; the fields keep their own texts.
  useEffect(() => watch(() => setFailure(null)).unsubscribe, [watch]);

  function focusField(name: string) {
    if (name === 'content') editor.current?.focus();
    else setTimeout(() => setFocus(name as keyof PostFormValues)); // a closed part opens first
  }

  return {
    failure,
    clear: () => setFailure(null),
    /** The form itself found something missing. */
    showInvalid: (found: FieldErrors<PostFormValues>) => {
      const text = REQUIRED_FIELDS.some((name) => found[name]) ? REQUIRED_TEXT : (found.custom_author?.message ?? '');
      setFailure(text);
      toast.error(text);
      const [first] = Object.keys(EMPTY_POST).filter((name) => name in found);
      if (first) focusField(first);
    },
    /** The server refused, or was not reached. */
    showRefused: (cause: unknown) => {
      console.error(cause);
      toast.error('Failed to save post');
      if (!(cause instanceof ApiProblem)) return setFailure('Failed to save post');
      const fields = cause.code === 'post.slug_taken' ? { slug: cause.error, ...cause.fields } : cause.fields;
      const known = Object.entries(fields).filter(([name]) => name in EMPTY_POST);
      for (const [name, message] of known) setError(name as keyof PostFormValues, { message });
      setFailure(cause.error);
      const [first] = known;
      if (first) focusField(first[0]);
    },
  };
}
