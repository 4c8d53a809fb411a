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
  /** Whether it is the main one; another is where the post is to be submitted or approved. */
  main: boolean;
  busy: boolean;
  describedBy: string;
};

/** Saves the form: "Save Post" on the desk, "Publish", "Schedule for …" or "Update" on a page of its own. */
export function SaveButton({ post, alone, main, busy, describedBy }: SaveButtonProps) {
  const { control } = useFormContext<PostFormValues>();
  const [publishDate, status] = useWatch({ control, name: ['publish_date', 'status'] });
  const { button } = saveWords({ post, status, publishAt: fromPickerValue(publishDate), now: Date.now() });
  return (
    <Button type="submit" look={main ? 'ember' : 'outline'} busy={busy} aria-describedby={describedBy}>
      {busy ? 'Saving...' : alone ? button : 'Save Post'}
    </Button>
  );
}
