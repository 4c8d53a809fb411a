import { useCallback, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { staffEmail } from '../session/staff-session';
import {
  type Autosaved,
  findAutosaved,
  newAutosaveKey,
  type Recoverable,
  removeAutosaved,
  writeAutosaved,
} from './autosave-storage';
import { useAutosave } from './use-autosave';

type Unsaved<Values> = {
  values: Values;
  /** The revision the work began with: saving it over a newer one asks first. */
  revision: number | null;
};

/** What was typed into a form and not saved, with its key in the storage. */
export type RecoverableForm<Values> = Recoverable<Unsaved<Values>>;

type FormAutosaveOptions<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** Of the storage: `mwanga-unsaved-post`. */
  name: string;
  /** What is edited; null for a new one. */
  id: number | string | null;
  revision: number | null;
  /** What of the values is kept. */
  kept?: (values: Values) => Values;
};

/** Autosave of a form with a text, and draft recovery: drafts of this account on the same thing, the newest first. */
export function useFormAutosave<Values extends FieldValues & { content: string }>({
  form,
  name,
  id,
  revision,
  kept = asTyped,
}: FormAutosaveOptions<Values>) {
  const [account] = useState(staffEmail);
  const formName = `${name}:${account}:${id ?? 'new'}`;
  const begin = () => ({
    formName,
    key: newAutosaveKey(formName),
    recoverable: findAutosaved(formName, isUnsaved<Values>),
  });
  const [storage, setStorage] = useState(begin);
  // A new one was saved, and the form stays open: from now on its work is kept under its own name.
  if (storage.formName !== formName) setStorage(begin);
  const { key, recoverable } = storage;
  const write = useCallback(
    (values: Values) => writeAutosaved(key, { values: kept(values), revision }),
    [key, revision, kept],
  );
  const state = useAutosave(form, write);

  function removeOffer(work: RecoverableForm<Values>) {
    setStorage((now) => ({ ...now, recoverable: now.recoverable.filter((other) => other.key !== work.key) }));
  }

  return {
    key,
    state,
    /** False when the browser keeps nothing. */
    write,
    recoverable,
    /** Restores a draft: autosaves overwrite it from now on. */
    resume: (work: RecoverableForm<Values>) => {
      setStorage((now) => ({ ...now, key: work.key }));
      removeOffer(work);
    },
    discard: (work: RecoverableForm<Values>) => {
      removeAutosaved(work.key);
      removeOffer(work);
    },
  };
}

/** Whether this browser has something new of this account that was never saved. */
export function hasUnsavedNew(name: string): boolean {
  return findAutosaved(`${name}:${staffEmail()}:new`, isUnsaved).length > 0;
}

const asTyped = <Values>(values: Values) => values;

function isUnsaved<Values>(stored: object): stored is Autosaved<Unsaved<Values>> {
  const { values, keptAt } = stored as { values?: { content?: unknown }; keptAt?: unknown };
  return typeof keptAt === 'number' && typeof values === 'object' && typeof values?.content === 'string';
}
