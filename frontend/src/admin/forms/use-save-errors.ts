import { type RefObject, useEffect, useState } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import toast from 'react-hot-toast';
import { ApiProblem, type ClientProblemCode } from '../../api/problem';
import { OUTCOME } from '../screen/outcome-toast';

type SaveErrorsOptions<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** What the text is written in, for its focus. */
  editor: RefObject<{ focus: () => void } | null>;
  /** Names of the fields in the order of the form. */
  names: readonly string[];
  /** Says what the form itself misses. */
  invalidText: (found: FieldErrors<Values>) => string;
  /** Words for a failure without an answer. */
  failed: string;
  /** Code of an address that something else has. */
  slugTaken: ClientProblemCode;
};

/**
 * Errors of a save: the one beside the button, those of the fields, and the focus, which goes to the first of these.
 */
export function useSaveErrors<Values extends FieldValues>(options: SaveErrorsOptions<Values>) {
  const { form, editor, names, invalidText, failed, slugTaken } = options;
  const { setError, setFocus, trigger, watch } = form;
  const [failure, setFailure] = useState<string | null>(null);

  // What was wrong with the last try says nothing about what is typed now; the fields keep their own texts.
  useEffect(() => watch(() => setFailure(null)).unsubscribe, [watch]);

  function focusField(name: string) {
    if (name === 'content') editor.current?.focus();
    else setTimeout(() => setFocus(name as Path<Values>)); // a closed part opens first
  }

  /** What a refusal says of the fields of this form. */
  function fieldErrors(cause: unknown): [string, string][] {
    if (!(cause instanceof ApiProblem)) return [];
    const fields = cause.code === slugTaken ? { slug: cause.error, ...cause.fields } : cause.fields;
    return Object.entries(fields).filter(([name]) => names.includes(name));
  }

  function showFields(cause: unknown) {
    for (const [name, message] of fieldErrors(cause)) setError(name as Path<Values>, { message });
  }

  return {
    failure,
    /** Names of the fields that a refusal is about. */
    fieldsOf: (cause: unknown) => fieldErrors(cause).map(([name]) => name),
    /** All but these fields was saved: the form, or `refused` by the server, says what is wrong with them. */
    showLeftOut: async (left: Path<Values>[], refused?: unknown) => {
      if (refused) showFields(refused);
      else await trigger(left);
      const why = refused instanceof ApiProblem ? refused.error : 'Something is not right yet: see what is marked.';
      setFailure(`${why} Everything else was saved.`);
    },
    clear: () => setFailure(null),
    /** A part of the save failed, which has words of its own. */
    showFailure: (text: string) => {
      setFailure(text);
      toast.error(text, OUTCOME);
    },
    /** The form itself found something missing. */
    showInvalid: (found: FieldErrors<Values>) => {
      const text = invalidText(found);
      setFailure(text);
      toast.error(text, OUTCOME);
      const [first] = names.filter((name) => name in found);
      if (first) focusField(first);
    },
    /** The server refused, or was not reached. */
    /** `what` says what failed, where it was no save. */
    showRefused: (cause: unknown, what = failed) => {
      console.error(cause);
      toast.error(what, OUTCOME);
      if (!(cause instanceof ApiProblem)) return setFailure(what);
      showFields(cause);
      setFailure(cause.error);
      const [first] = fieldErrors(cause);
      if (first) focusField(first[0]);
    },
  };
}
