import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiProblem } from '../../api/problem';
import type { AdminPage } from '../../api/types';
import type { useSaveErrors } from '../forms/use-save-errors';
import { SeeOnSite, showOutcome } from '../screen/outcome-toast';
import { removeAutosaved, uniquePartOf } from '../unsaved-changes/autosave-storage';
import { createPage, refOf, reloadPages, updatePage } from './api';
import { comparablePage, comparableValues, differingFields } from './page-differences';
import { type PageFormValues, toPageInput } from './page-values';

type SavePageOptions = {
  /** The page in the form; null for a new one. */
  page: AdminPage | null;
  form: UseFormReturn<PageFormValues>;
  errors: ReturnType<typeof useSaveErrors<PageFormValues>>;
  autosaveKey: string;
  onSaved: (page: AdminPage) => void;
};

/** Save with optimistic concurrency: creates or updates the page, and detects conflicts. */
export function useSavePage({ page, form, errors, autosaveKey, onSaved }: SavePageOptions) {
  const client = useQueryClient();
  /** The version that somebody else saved meanwhile. */
  const [conflict, setConflict] = useState<AdminPage | null>(null);

  async function submit(revision: number | null) {
    await form.handleSubmit(() => save(revision), errors.showInvalid)();
  }

  async function save(revision: number | null) {
    errors.clear();
    const input = toPageInput(form.getValues());
    try {
      // The key is autosaved with the text: after a reload it is still the same page.
      const saved = page
        ? await updatePage(refOf(page), { ...input, revision: revision ?? undefined })
        : await createPage(input, uniquePartOf(autosaveKey));
      finish(saved);
    } catch (cause) {
      if (!isChanged(cause)) return errors.showRefused(cause);
      // An earlier request may have saved this text although its answer was lost: then it is no conflict.
      const theirs = cause.body.current;
      const mine = comparableValues(form.getValues());
      if (differingFields(mine, comparablePage(theirs)).length === 0) finish(theirs);
      else setConflict(theirs);
    }
  }

  function finish(saved: AdminPage) {
    removeAutosaved(autosaveKey);
    const message = page ? 'Page updated.' : 'Page created.';
    if (saved.status === 'published')
      showOutcome({ message, details: ['Published.'], action: <SeeOnSite path={saved.path} /> });
    else showOutcome({ message, details: ['Only the newsroom sees it.'] });
    void reloadPages(client);
    onSaved(saved);
  }

  return { submit, conflict, closeConflict: () => setConflict(null) };
}

type ProblemWithPage = ApiProblem & { body: { current: AdminPage } };

function isChanged(cause: unknown): cause is ProblemWithPage {
  return cause instanceof ApiProblem && cause.code === 'page.changed';
}
