import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { AdminPost, Category } from '../../api/types';
import type { UploadLimits } from '../media/upload-rules';
import { RecoveryOffer } from '../unsaved-changes/recovery-offer';
import { type PostDialog, PostDialogs } from './post-dialogs';
import { PostFormHeading } from './post-form-heading';
import { PostSaveBar } from './post-save-bar';
import { PostSidebar } from './post-sidebar';
import { PostWriting } from './post-writing';
import { type PostFormState, usePostActions, usePostForm } from './use-post-form';

/** What the screen's shortcuts ask of the form. `keep` saves what can be saved without a change for readers. */
export type PostFormHandle = { keep: () => void; goToTitle: () => void };

type PostFormProps = {
  ref?: Ref<PostFormHandle>;
  /** The post being edited, or null for a new one. Another post needs another `key`. */
  post: AdminPost | null;
  categories: readonly Category[];
  limits: UploadLimits;
  /** Whether the form is a page of its own: it goes on after each save, and its button says what it does. */
  alone?: boolean;
  /** Before the heading, on the same line. */
  lead?: ReactNode;
  /** Beside the heading. */
  tools?: ReactNode;
  /** Saved, and the form is done with it; never called where the form is alone. */
  onSaved?: () => void;
  /** Saved, and the form goes on with it. */
  onStays: (saved: AdminPost) => void;
  /** Somebody else's version is to be shown instead of the one in the form. */
  onReplace: (post: AdminPost) => void;
  /** Leaves the form; without it there is no such button. */
  onCancel?: () => void;
  /** Asks whether the post is to be deleted; without it there is no such button. */
  onDelete?: () => void;
};

const HEADING = 'post-form-title';

/** Creates or edits one post. What was typed stays until the server has acknowledged it. */
export function PostForm(props: PostFormProps) {
  const { ref, post, categories, limits, alone = false, lead, tools } = props;
  const [isNew] = useState(post === null);
  const [opened, setOpened] = useState<PostDialog | null>(null);
  const state = usePostForm({ ...props, alone });
  const { form, editor, revision, submit } = state;
  const { preview, saveDraft, keep } = usePostActions(post, state);

  // A new post begins with its title; of one that is there the tools come first.
  useEffect(() => {
    if (isNew) form.setFocus('title');
    else document.getElementById(HEADING)?.focus({ preventScroll: true });
  }, [isNew, form]);

  useImperativeHandle(ref, () => ({
    keep: () => {
      if (!form.formState.isSubmitting) keep();
    },
    goToTitle: () => form.setFocus('title'),
  }));

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-labelledby={HEADING}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void submit(revision, { stays: alone });
        }}
      >
        <PostFormHeading
          id={HEADING}
          post={post}
          lead={lead}
          tools={tools}
          onHistory={() => setOpened('history')}
          onPreview={preview}
          onLinks={() => setOpened('links')}
          onDelete={props.onDelete}
        />
        <PostRecovery state={state} />
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-10">
          <PostWriting {...{ post, state, limits, alone }} onLibrary={() => setOpened('library')} />
          <PostSidebar {...{ post, editor, categories, limits, alone }} />
        </div>
        <PostSaveBar {...{ post, state, alone }} onSaveDraft={saveDraft} onCancel={props.onCancel} />
      </form>
      <PostDialogs {...{ post, state, opened }} onClose={() => setOpened(null)} onReplace={props.onReplace} />
    </FormProvider>
  );
}

/** Offers what was typed into this form before, and never saved. */
function PostRecovery({ state: { autosave, restore } }: { state: PostFormState }) {
  if (autosave.recoverable.length === 0) return null;
  return (
    <RecoveryOffer
      recoverable={autosave.recoverable}
      on="this post"
      titleOf={({ values }) => values.title}
      onRestore={restore}
      onDiscard={autosave.discard}
    />
  );
}
