import { isVideo, megabytes } from '../media/media-file';
import { ProgressBar } from '../media/upload-progress';
import type { PendingFile } from '../media/use-pending-uploads';

/** A cover and what is said of it, side by side. */
export const COVER_ROW = 'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4';
export const COVER_FRAME = 'aspect-video w-36 rounded-md bg-sunk sm:w-48';

/** A cover on its way, or one that did not arrive. */
export function PendingCover({ pending: { file, previewUrl, progress } }: { pending: PendingFile }) {
  const frame = `${COVER_FRAME} object-cover opacity-70`;
  return (
    <div className={COVER_ROW}>
      {isVideo(file.name) ? (
        <video src={previewUrl} muted preload="metadata" className={frame} />
      ) : (
        <img src={previewUrl} alt="" className={frame} />
      )}
      <div className="grid gap-1 text-sm">
        <p className="font-medium wrap-anywhere">{file.name}</p>
        <p className="text-xs text-ink-3 tabular-nums">{megabytes(file.size)} MB</p>
        {progress === null ? (
          <p className="text-xs font-medium text-danger">It was not uploaded. Saving the post tries again.</p>
        ) : (
          <ProgressBar name={file.name} percent={progress} />
        )}
      </div>
    </div>
  );
}
