import { Button } from '../../ui/button';
import { formatMoment } from '../time/publication-time';
import type { Recoverable } from './autosave-storage';

type RecoveryOfferProps<Work> = {
  recoverable: readonly Recoverable<Work>[];
  /** What the work is on: "this post". */
  on: string;
  titleOf: (work: Work) => string;
  onRestore: (work: Recoverable<Work>) => void;
  onDiscard: (work: Recoverable<Work>) => void;
};

/** Draft recovery: offers what was typed here before and never saved. */
export function RecoveryOffer<Work>({ recoverable, on, titleOf, onRestore, onDiscard }: RecoveryOfferProps<Work>) {
  return (
    <ul className="mb-6 grid gap-2" aria-label="Unsaved work in this browser">
      {recoverable.map((work) => (
        <li
          key={work.key}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-rule bg-sunk px-4 py-3 text-sm"
        >
          <p className="me-auto">
            This browser has unsaved work on {on} from <strong>{formatMoment(work.keptAt)}</strong>
            {titleOf(work).trim() && <>: “{titleOf(work).trim()}”</>}.
          </p>
          <Button look="ink" size="sm" className="min-h-9" onClick={() => onRestore(work)}>
            Restore
          </Button>
          <Button look="quiet" size="sm" className="min-h-9" onClick={() => onDiscard(work)}>
            Discard
          </Button>
        </li>
      ))}
    </ul>
  );
}
