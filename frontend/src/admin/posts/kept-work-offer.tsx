import { Button } from '../../ui/button';
import type { LeftWork } from './autosave';
import { formatMoment } from './nairobi-time';

type KeptWorkOfferProps = {
  left: readonly LeftWork[];
  onRestore: (work: LeftWork) => void;
  onDiscard: (work: LeftWork) => void;
};

/** Offers what was typed here before and never saved. */
export function KeptWorkOffer({ left, onRestore, onDiscard }: KeptWorkOfferProps) {
  return (
    <ul className="mb-6 grid gap-2" aria-label="Unsaved work in this browser">
      {left.map((work) => (
        <li
          key={work.key}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-rule bg-sunk px-4 py-3 text-sm"
        >
          <p className="mr-auto">
            This browser has unsaved work on this post from <strong>{formatMoment(work.keptAt)}</strong>
            {work.values.title.trim() && <>: “{work.values.title.trim()}”</>}.
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
