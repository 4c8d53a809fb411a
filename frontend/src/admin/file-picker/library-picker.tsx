import { useState } from 'react';
import type { LibraryItem } from '../../api/types';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { toUploadedMedia } from '../media/library-media';
import type { UploadedMedia } from '../media/upload';
import { LIBRARY_START, LibraryBrowser } from './library-browser';

type LibraryPickerProps = {
  /** For a place that holds one file: another choice takes the place of the first. */
  single?: boolean;
  onChoose: (files: UploadedMedia[]) => void;
  onClose: () => void;
};

/** The library as a dialog, to take files from. */
export function LibraryPicker({ single = false, onChoose, onClose }: LibraryPickerProps) {
  const [place, setPlace] = useState(LIBRARY_START);
  const [chosen, setChosen] = useState<readonly LibraryItem[]>([]);

  function press(item: LibraryItem) {
    const others = chosen.filter(({ id }) => id !== item.id);
    const kept = single ? [] : chosen;
    setChosen(others.length < chosen.length ? others : [...kept, item]);
  }

  return (
    <Dialog open onOpenChange={onClose} title="From the library" className="max-w-5xl">
      <LibraryBrowser place={place} onGo={setPlace} onPress={press} chosen={chosen} />
      <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap items-center justify-end gap-3 border-t border-rule bg-raised px-6 py-4">
        <p role="status" className="me-auto text-sm text-ink-2">
          {chosen.length === 0 ? (single ? 'Choose one.' : 'Choose one or several.') : `${chosen.length} chosen`}
        </p>
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          look="ember"
          disabled={chosen.length === 0}
          onClick={() => {
            onClose();
            onChoose(chosen.map(toUploadedMedia));
          }}
        >
          {chosen.length > 1 ? `Use ${chosen.length} files` : 'Use file'}
        </Button>
      </div>
    </Dialog>
  );
}
