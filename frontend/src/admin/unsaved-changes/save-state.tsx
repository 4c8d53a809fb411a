import { CloudOff } from 'lucide-react';
import { formatTime } from '../time/publication-time';
import type { AutosaveState } from './use-autosave';
import { useOnline } from './use-online';

type SaveStateProps = {
  autosave: AutosaveState;
  unsaved: boolean;
  /** What became of the last save, in a sentence. */
  saved?: string;
};

/**
 * Save status, beside a form's button: whether anything is unsaved, where a copy of it is, and whether there is a
 * network.
 */
export function SaveState({ autosave, unsaved, saved }: SaveStateProps) {
  const online = useOnline();
  return (
    <div role="status" className="ms-auto grid justify-items-end gap-0.5 text-end text-sm text-ink-3">
      {!online && (
        <p className="flex items-center gap-2 font-medium text-warning">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          You are offline. Go on writing and save when you are back.
        </p>
      )}
      {saved && <p className="text-ink-2">{saved}</p>}
      {unsaved && <p>{unsavedText(autosave)}</p>}
    </div>
  );
}

function unsavedText(autosave: AutosaveState): string {
  if (autosave === 'nothing') return 'Unsaved changes';
  if (autosave === 'refused') return 'Unsaved changes. This browser keeps no copy: save before you leave.';
  return `Unsaved changes, kept in this browser at ${formatTime(autosave.at)}`;
}
