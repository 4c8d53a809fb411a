import { isVideo, megabytes } from '../media/media-file';
import { ProgressBar } from '../media/upload-progress';
import type { PendingFile } from '../media/use-pending-uploads';

/** A cover on its way, or one that did not arrive. */
export function PendingCover({ pending: { file, previewUrl, progress } }: { pending: PendingFile }) {
  const frame = 'aspect-video w-full rounded-md bg-sunk object-cover opacity-70';
  return (
    <div className="grid gap-2">
      {isVideo(file.name) ? (
        <video src={previewUrl} muted preload="metadata" className={frame} />
      ) : (
        <img src={previewUrl} alt="" className={frame} />
      )}
      <p className="flex min-w-0 gap-2 text-xs">
        <span className="truncate font-medium">{file.name}</span>
        <span className="shrink-0 text-ink-3 tabular-nums">{megabytes(file.size)} MB</span>
      </p>
      {progress === null ? (
        <p className="text-xs font-medium text-danger">It was not uploaded. Saving the post tries again.</p>
      ) : (
        <ProgressBar name={file.name} percent={progress} />
      )}
    </div>
  );
}
