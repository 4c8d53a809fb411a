import { Button } from '../../ui/button';
import type { Refused } from './use-bulk';

/** The posts that an action left as they were, each with the reason. */
export function BulkRefusals({ refused, onClose }: { refused: readonly Refused[]; onClose: () => void }) {
  if (refused.length === 0) return null;
  return (
    <div role="alert" className="my-3 grid justify-items-start gap-2 rounded-md bg-warning-wash px-4 py-3 text-sm">
      <p className="font-semibold">
        {refused.length === 1 ? 'One post was not changed:' : `${refused.length} posts were not changed:`}
      </p>
      <ul className="grid gap-1">
        {refused.map(({ id, title, why }) => (
          <li key={id} className="wrap-anywhere">
            “{title}”: {why}
          </li>
        ))}
      </ul>
      <Button look="outline" size="sm" className="min-h-9 pointer-coarse:min-h-11" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
