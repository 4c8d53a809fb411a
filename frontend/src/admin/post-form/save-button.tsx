import { useFormContext, useWatch } from 'react-hook-form';
import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import type { PostFormValues } from '../post-values/post-values';
import { fromPickerValue } from '../time/publication-time';
import { saveWords } from './save-words';

type SaveButtonProps = {
  post: AdminPost | null;
  /** Whether the form is a page of its own: there the button says what it does. */
  alone: boolean;
  busy: boolean;
  describedBy: string;
};

/** Saves the form: "Save Post" on the desk, "Publish", "Schedule for …" or "Update" on a page of its own. */
export function SaveButton({ post, alone, busy, describedBy }: SaveButtonProps) {
  const { control } = useFormContext<PostFormValues>();
  const [publishDate, status] = useWatch({ control, name: ['publish_date', 'status'] });
  const { button } = saveWords({ post, status, publishAt: fromPickerValue(publishDate), now: Date.now() });
  // A draft is saved by the button beside it.
  if (alone && status === 'draft' && post?.status !== 'published') return null;
  return (
    <Button type="submit" look="ember" busy={busy} aria-describedby={describedBy}>
      {busy ? 'Saving...' : alone ? button : 'Save Post'}
    </Button>
  );
}
