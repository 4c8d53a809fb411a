import { CloudOff } from 'lucide-react';
import { formatTime } from './nairobi-time';
import type { Kept } from './use-autosave';
import { useOnline } from './use-online';

/** Beside Save Post: whether anything is unsaved, where a copy of it is, and whether the server can be reached. */
export function SaveState({ kept, unsaved }: { kept: Kept; unsaved: boolean }) {
  const online = useOnline();
  return (
    <div role="status" className="ml-auto grid justify-items-end gap-0.5 text-right text-sm text-ink-3">
      {!online && (
        <p className="flex items-center gap-2 font-medium text-warning">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          You are offline. Go on writing and save when you are back.
        </p>
      )}
      {unsaved && <p>{unsavedText(kept)}</p>}
    </div>
  );
}

function unsavedText(kept: Kept): string {
  if (kept === 'nothing') return 'Unsaved changes';
  if (kept === 'not-kept') return 'Unsaved changes. This browser keeps no copy: save before you leave.';
  return `Unsaved changes, kept in this browser at ${formatTime(kept.at)}`;
}
