import type { ReactNode } from 'react';
import { zonePlace } from '../../site/format/zone-place';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { formatMoment } from '../time/publication-time';

type ConflictDialogProps = {
  /** What was changed: "post". */
  of: string;
  savedAt: string;
  /** Who saved it, where that is known. */
  savedBy?: string | null;
  /** Whether the version that is not chosen stays in a history. */
  hasHistory?: boolean;
  /** What it was to be, besides saved, and is not: "approved". */
  refused?: string;
  differences: (names: { one: string; other: string }) => ReactNode;
  onKeepMine: () => void;
  onLoadTheirs: () => void;
  onClose: () => void;
};

/** Somebody saved it while it was being edited here: shows what differs and lets the editor choose. */
export function ConflictDialog({
  of,
  savedAt,
  savedBy,
  hasHistory = true,
  refused,
  differences,
  onKeepMine,
  onLoadTheirs,
  onClose,
}: ConflictDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={refused ? `Nothing was ${refused}: this ${of} was changed meanwhile` : `This ${of} was changed meanwhile`}
      description={`${savedBy ?? 'Somebody'} saved it at ${formatMoment(savedAt)} (${zonePlace()}) while you ${
        refused
          ? 'had it open. Read the new text before you decide; nothing of yours is lost.'
          : 'were editing. Nothing of yours is lost: choose which version counts.'
      }`}
      className="max-w-3xl"
    >
      {differences({ one: 'Mine', other: 'Theirs' })}
      <p className="text-xs text-ink-2">
        {hasHistory
          ? 'Keeping yours saves your form over theirs; their version stays in the history.'
          : 'Keeping yours saves your form over theirs, which is gone then.'}{' '}
        {refused ? 'Reading' : 'Loading'} theirs keeps a copy of your form in this browser, to restore.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="quiet" className="me-auto -ms-3 px-3" onClick={onClose}>
          Back to the form
        </Button>
        <Button look="outline" onClick={refused ? onKeepMine : onLoadTheirs}>
          {refused ? 'Keep mine' : 'Load theirs'}
        </Button>
        <Button onClick={refused ? onLoadTheirs : onKeepMine}>{refused ? 'Read the new text' : 'Keep mine'}</Button>
      </div>
    </Dialog>
  );
}
