import type { ReactNode } from 'react';
import { zonePlace } from '../../site/format/dates';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { formatMoment } from '../time/publication-time';

type ConflictDialogProps = {
  /** What was changed: "post". */
  of: string;
  savedAt: string;
  differences: (names: { one: string; other: string }) => ReactNode;
  onKeepMine: () => void;
  onLoadTheirs: () => void;
  onClose: () => void;
};

/** Somebody saved it while it was being edited here: shows what differs and lets the editor choose. */
export function ConflictDialog({ of, savedAt, differences, onKeepMine, onLoadTheirs, onClose }: ConflictDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`This ${of} was changed meanwhile`}
      description={`Somebody saved it at ${formatMoment(savedAt)} (${zonePlace()}) while you were editing. Nothing of yours is lost: choose which version counts.`}
      className="max-w-3xl"
    >
      {differences({ one: 'Mine', other: 'Theirs' })}
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
