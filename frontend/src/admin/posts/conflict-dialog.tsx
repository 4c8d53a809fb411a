import type { AdminPost } from '../../api/types';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { formatMoment } from '../time/nairobi-time';
import type { PostFormValues } from './post-values';
import { comparable, comparableForm, VersionDifferences } from './version-differences';

type ConflictDialogProps = {
  mine: PostFormValues;
  /** The post as it was when the form was opened. */
  before: AdminPost | null;
  theirs: AdminPost;
  onKeepMine: () => void;
  onLoadTheirs: () => void;
  onClose: () => void;
};

/** Somebody saved the post while it was being edited here: shows what differs and lets the editor choose. */
export function ConflictDialog({ mine, before, theirs, onKeepMine, onLoadTheirs, onClose }: ConflictDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="This post was changed meanwhile"
      description={`Somebody saved it at ${formatMoment(theirs.updated_at)} (Nairobi) while you were editing. Nothing of yours is lost: choose which version counts.`}
      className="max-w-3xl"
    >
      <VersionDifferences
        one={comparableForm(mine, before)}
        other={comparable(theirs)}
        names={{ one: 'Mine', other: 'Theirs' }}
      />
      <p className="text-xs text-ink-2">
        Keeping yours saves your form over theirs; their version stays in the history. Loading theirs keeps a copy of
        your form in this browser, to restore.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="quiet" className="mr-auto -ml-3 px-3" onClick={onClose}>
          Back to the form
        </Button>
        <Button look="outline" onClick={onLoadTheirs}>
          Load theirs
        </Button>
        <Button onClick={onKeepMine}>Keep mine</Button>
      </div>
    </Dialog>
  );
}
