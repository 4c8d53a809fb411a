import { Images, UploadCloud, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { CompressionGuide } from './compression-guide';
import { isVideo, megabytes } from './media-file';
import { ProgressBar } from './upload-progress';
import { compressionHint, type UploadLimits } from './upload-rules';
import type { PendingFile, PendingUploads } from './use-pending-uploads';

type MediaUploadPanelProps = {
  uploads: PendingUploads;
  limits: UploadLimits;
  /** Opens the library instead, where files can be taken from it. */
  onLibrary?: () => void;
};

/** Picks files, shows what is waiting, and uploads it. */
export function MediaUploadPanel({ uploads, limits, onLibrary }: MediaUploadPanelProps) {
  const pickerId = useId();
  const [guideOpen, setGuideOpen] = useState(false);
  const [dropping, setDropping] = useState(false);
  const totalBytes = uploads.files.reduce((sum, { file }) => sum + file.size, 0);

  return (
    <section aria-labelledby={`${pickerId}-title`} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={`${pickerId}-title`} className="text-base font-semibold">
          Media Upload
        </h3>
        <div className="flex flex-wrap gap-2">
          {onLibrary && (
            <Button look="outline" className="min-h-10" onClick={onLibrary}>
              <Images aria-hidden="true" />
              Add from the library
            </Button>
          )}
          <Button
            look="outline"
            className="min-h-10"
            disabled={uploads.files.length === 0}
            busy={uploads.busy}
            onClick={() => uploads.uploadAll()}
          >
            <UploadCloud aria-hidden="true" />
            Upload All
          </Button>
        </div>
      </div>

      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the picker inside */}
      <div
        className={cn(
          'rounded-md border border-dashed border-control px-4 py-3 transition-colors',
          dropping && 'border-ember bg-sunk',
        )}
        onDragOver={(dragged) => {
          dragged.preventDefault();
          setDropping(true);
        }}
        onDragLeave={() => setDropping(false)}
        onDrop={(dropped) => {
          dropped.preventDefault();
          setDropping(false);
          uploads.add([...dropped.dataTransfer.files]);
        }}
      >
        <label htmlFor={pickerId} className="block text-sm font-medium">
          Choose images and videos, or drop them here
        </label>
        <input
          id={pickerId}
          type="file"
          multiple
          accept={limits.allowedExtensions.map((extension) => `.${extension}`).join(',')}
          className="mt-2 block w-full text-sm text-ink-2 file:me-3 file:min-h-9 file:cursor-pointer file:rounded-full file:border-0 file:bg-sunk file:px-4 file:text-sm file:font-semibold file:text-ink"
          onChange={(picked) => {
            uploads.add([...(picked.target.files ?? [])]);
            picked.target.value = ''; // the same file may be picked again after it was removed
          }}
        />
      </div>

      {uploads.files.length > 0 && (
        <div className="grid gap-3">
          <div className="flex flex-wrap items-baseline justify-between gap-2">
            <h4 className="text-sm font-semibold">Selected Files ({uploads.files.length})</h4>
            <p className="text-xs text-ink-2 tabular-nums">
              Total: {megabytes(totalBytes)} MB (max {limits.maxFileSizeMb} MB per file)
            </p>
          </div>
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
            {uploads.files.map((pending) => (
              <SelectedFile
                key={pending.id}
                pending={pending}
                hint={compressionHint(pending.file, limits)}
                onRemove={() => uploads.remove(pending.id)}
              />
            ))}
          </ul>
        </div>
      )}

      <p className="text-sm">
        <button
          type="button"
          className="font-medium text-ember underline underline-offset-4 hover:text-ember-hover"
          onClick={() => setGuideOpen(true)}
        >
          Need help compressing large files?
        </button>
      </p>
      <CompressionGuide open={guideOpen} onOpenChange={setGuideOpen} />
    </section>
  );
}

type SelectedFileProps = { pending: PendingFile; hint: string | undefined; onRemove: () => void };

function SelectedFile({ pending: { file, previewUrl, progress }, hint, onRemove }: SelectedFileProps) {
  return (
    <li className="relative grid content-start gap-1.5 rounded-md border border-rule bg-raised p-2">
      {isVideo(file.name) ? (
        <video
          src={previewUrl}
          muted
          preload="metadata"
          className="aspect-4/3 w-full rounded-sm bg-sunk object-cover"
        />
      ) : (
        <img src={previewUrl} alt="" className="aspect-4/3 w-full rounded-sm bg-sunk object-cover" />
      )}
      <Button
        look="ink"
        size="icon"
        className="absolute top-1 end-1 size-8 text-sm"
        aria-label={`Remove ${file.name}`}
        disabled={progress !== null}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
      <p className="truncate text-xs font-medium" title={file.name}>
        {file.name}
      </p>
      <p className="text-xs text-ink-3 tabular-nums">{megabytes(file.size)} MB</p>
      {hint && <p className="rounded-sm bg-warning-wash px-1.5 py-1 text-xs text-warning">{hint}</p>}
      {progress !== null && <ProgressBar name={file.name} percent={progress} />}
    </li>
  );
}
