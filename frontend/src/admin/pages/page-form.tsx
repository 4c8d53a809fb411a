import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { AdminPage } from '../../api/types';
import { Button } from '../../ui/button';
import type { PostEditorHandle } from '../editor/post-editor';
import { useSaveErrors } from '../forms/use-save-errors';
import type { UploadLimits } from '../media/upload-rules';
import { ErrorLine } from '../screen/error-line';
import { SaveBar } from '../screen/save-bar';
import { RecoveryOffer } from '../unsaved-changes/recovery-offer';
import { SaveState } from '../unsaved-changes/save-state';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { type RecoverableForm, useFormAutosave } from '../unsaved-changes/use-form-autosave';
import { ConflictDialog } from '../versions/conflict-dialog';
import { refOf } from './api';
import { comparablePage, comparableValues, PageDifferences } from './page-differences';
import { PageFields } from './page-fields';
import { PageFormHeading } from './page-form-heading';
import { PageHistory } from './page-history';
import { EMPTY_PAGE, type PageFormValues } from './page-values';
import { PageWriting } from './page-writing';
import { usePageFormValues } from './use-page-form-values';
import { useSavePage } from './use-save-page';

const SAVE_ERRORS = {
  names: Object.keys(EMPTY_PAGE),
  invalidText: () => 'Title and content are required',
  failed: 'Failed to save page',
  slugTaken: 'page.slug_taken',
} as const;

type PageFormProps = {
  /** The page being edited, or null for a new one. Another page needs another `key`. */
  page: AdminPage | null;
  limits: UploadLimits;
  onSaved: (page: AdminPage) => void;
  /** Somebody else's version is to be shown instead of the one in the form. */
  onReplace: (page: AdminPage) => void;
};

/** The page form, with all that keeps what is typed. */
function usePageForm({ page, onSaved }: PageFormProps) {
  const editor = useRef<PostEditorHandle>(null);
  const values = usePageFormValues(page);
  const { form, revision, setRevision, fill, goOnWith } = values;
  const autosave = useFormAutosave({ form, name: 'mwanga-unsaved-page', id: page ? refOf(page) : null, revision });
  const errors = useSaveErrors({ form, editor, ...SAVE_ERRORS });
  const { isDirty } = form.formState;
  useUnsavedChanges(isDirty);
  const saving = useSavePage({
    page,
    form,
    errors,
    autosaveKey: autosave.key,
    onSaved: (saved) => {
      goOnWith(saved);
      onSaved(saved);
    },
  });

  function restore(work: RecoverableForm<PageFormValues>) {
    fill(work.values);
    if (work.revision !== null) setRevision(work.revision);
    autosave.resume(work);
  }

  return { ...values, ...saving, editor, autosave, errors, restore };
}

/** Creates or edits one page. What was typed stays until the server has acknowledged it. */
export function PageForm(props: PageFormProps) {
  const { page, limits } = props;
  const [showsHistory, setShowsHistory] = useState(false);
  const opened = usePageForm(props);
  const { form, revision, text, fill, editor, autosave, errors, restore, submit } = opened;
  const { isDirty, isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-labelledby="page-form-title"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void submit(revision);
        }}
      >
        <PageFormHeading id="page-form-title" page={page} onHistory={() => setShowsHistory(true)} />
        {autosave.recoverable.length > 0 && (
          <RecoveryOffer
            recoverable={autosave.recoverable}
            on="this page"
            titleOf={({ values }) => values.title}
            onRestore={restore}
            onDiscard={autosave.discard}
          />
        )}
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-10">
          <PageWriting editor={editor} text={text} limits={limits} />
          <PageFields page={page} />
        </div>
        <SaveBar>
          <Button type="submit" look="ember" busy={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save page'}
          </Button>
          <ErrorLine>{errors.failure}</ErrorLine>
          <SaveState autosave={autosave.state} unsaved={isDirty && !isSubmitting} />
        </SaveBar>
      </form>
      <PageConflict {...props} opened={opened} />
      {page && showsHistory && <PageHistory page={page} onRestore={fill} onClose={() => setShowsHistory(false)} />}
    </FormProvider>
  );
}

/** Somebody else saved the page meanwhile: mine or theirs. */
function PageConflict({ onReplace, opened }: PageFormProps & { opened: ReturnType<typeof usePageForm> }) {
  const { form, conflict, closeConflict, setRevision, submit, autosave } = opened;
  if (!conflict) return null;
  return (
    <ConflictDialog
      of="page"
      savedAt={conflict.updated_at ?? ''}
      differences={(names) => (
        <PageDifferences one={comparableValues(form.getValues())} other={comparablePage(conflict)} names={names} />
      )}
      onKeepMine={() => {
        setRevision(conflict.revision);
        closeConflict();
        void submit(conflict.revision);
      }}
      onLoadTheirs={() => {
        autosave.write(form.getValues());
        onReplace(conflict);
      }}
      onClose={closeConflict}
    />
  );
}
