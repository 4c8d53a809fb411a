import { Button } from '../../ui/button';
import { formatMoment } from './nairobi-time';

type KeptWorkOfferProps = { keptAt: number; onRestore: () => void; onDiscard: () => void };

/** Offers what was typed here before and never saved. */
export function KeptWorkOffer({ keptAt, onRestore, onDiscard }: KeptWorkOfferProps) {
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-rule bg-sunk px-4 py-3 text-sm"
    >
      <p className="mr-auto">
        This browser has unsaved work on this post from <strong>{formatMoment(keptAt)}</strong>.
      </p>
      <Button look="ink" size="sm" className="min-h-9" onClick={onRestore}>
        Restore
      </Button>
      <Button look="quiet" size="sm" className="min-h-9" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
