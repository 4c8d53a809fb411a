import { UploadRow } from '../media/upload-row';
import type { Upload, Uploads } from '../media/use-uploads';

/** A cover and what is said of it, side by side. */
export const COVER_ROW = 'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4';
export const COVER_FRAME = 'aspect-video w-36 rounded-md bg-sunk sm:w-48';

type PendingCoverProps = { pending: Upload; uploads: Uploads; onFocusLost: () => void };

/** A cover on its way, or one that did not arrive. */
export function PendingCover({ pending, uploads, onFocusLost }: PendingCoverProps) {
  return (
    <UploadRow
      key={pending.id}
      upload={pending}
      uploads={uploads}
      frame="w-36 opacity-70 sm:w-48"
      failedHint=" Saving the post tries again."
      onFocusLost={onFocusLost}
    />
  );
}
