import { useFormContext, useWatch } from 'react-hook-form';
import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import type { PostFormValues } from '../post-values/post-values';
import { hasMainStep, ReviewButtons } from '../review/review-buttons';
import { ErrorLine } from '../screen/error-line';
import { SaveBar } from '../screen/save-bar';
import { SaveState } from '../unsaved-changes/save-state';
import { SaveButton } from './save-button';
import { SaveOutcome } from './save-outcome';
import type { PostFormState } from './use-post-form';

type PostSaveBarProps = {
  post: AdminPost | null;
  state: PostFormState;
  alone: boolean;
  onSaveDraft: () => void;
  /** Leaves the post; without it there is no such button. */
  onCancel?: () => void;
};

/** The ways to save a post and the steps of its review, with what they do and what became of the last one. */
export function PostSaveBar({ post, state, alone, onSaveDraft, onCancel }: PostSaveBarProps) {
  const { formState, control } = useFormContext<PostFormValues>();
  const { isSubmitting } = formState;
  const status = useWatch({ control, name: 'status' });
  const { revision, submit, errors, autosave, unsaved, savedText } = state;
  const reviewed = alone && (post?.status ?? 'draft') === 'draft' ? 'draft' : status;
  return (
    <SaveBar>
      <SaveButton
        post={post}
        alone={alone}
        main={!hasMainStep(post, reviewed)}
        busy={isSubmitting}
        describedBy="save-outcome"
      />
      {/* Where the button beside it saves a draft, one is enough. */}
      {post?.status !== 'published' && status === 'published' && (
        <Button look="outline" disabled={isSubmitting} aria-keyshortcuts="Control+S" onClick={onSaveDraft}>
          Save Draft
        </Button>
      )}
      <ReviewButtons
        post={post}
        status={reviewed}
        disabled={isSubmitting}
        onStep={(step) =>
          void submit(revision, { step, stays: alone, status: step.step === 'submit' ? 'draft' : undefined })
        }
      />
      {onCancel && (
        <Button look="outline" disabled={isSubmitting} onClick={onCancel}>
          {post ? 'Cancel Edit' : 'Close'}
        </Button>
      )}
      <SaveOutcome id="save-outcome" post={post} />
      <ErrorLine>{errors.failure}</ErrorLine>
      <SaveState autosave={autosave.state} unsaved={unsaved && !isSubmitting} saved={savedText} />
    </SaveBar>
  );
}
