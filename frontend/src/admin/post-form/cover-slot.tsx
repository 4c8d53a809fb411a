import { ImagePlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { cn } from '../../ui/cn';
import { focalStyle } from '../../ui/focal-point';
import { kindAndSize } from '../file-picker/file-labels';
import { isVideo } from '../media/media-file';
import { fileName } from '../media/use-files';
import { useCover } from '../post-values/use-cover';
import { CoverFields, CoverFocus } from './cover-details';
import { CoverSources, type CoverSourcesProps } from './cover-sources';
import { COVER_FRAME, COVER_ROW, PendingCover } from './pending-cover';

type CoverSlotProps = Omit<CoverSourcesProps, 'cover' | 'uploadButton'>;

/** The picture or video that stands for the post: above its text, in lists, beside shared links. */
export function CoverSlot({ uploads, limits }: CoverSlotProps) {
  const id = useId();
  const [dropping, setDropping] = useState(false);
  const uploadButton = useRef<HTMLButtonElement>(null);
  const cover = useCover();
  const [pending] = uploads.cover.files;
  const details = pending ? undefined : cover.details;

  return (
    <section
      aria-labelledby={id}
      data-place="cover"
      className="grid gap-2"
      onDragOver={(dragged) => {
        dragged.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(dropped) => {
        dropped.preventDefault();
        setDropping(false);
        uploads.uploadCover([...dropped.dataTransfer.files]);
      }}
    >
      <h3 id={id} className="text-sm font-semibold">
        Cover
      </h3>
      <div
        className={cn(
          'grid min-w-0 gap-3',
          // Until a cover is chosen the slot is one line, its buttons beside it.
          !cover.isChosen && !pending && 'md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-4',
        )}
      >
        <div className={cn('rounded-md', dropping && 'outline-2 outline-offset-2 outline-ember')}>
          {pending ? (
            <PendingCover pending={pending} uploads={uploads.cover} onFocusLost={() => uploadButton.current?.focus()} />
          ) : (
            <CoverState cover={cover} />
          )}
        </div>
        <CoverSources cover={cover} uploads={uploads} limits={limits} uploadButton={uploadButton} />
      </div>
      {details && (
        <div>
          <CoverFields key={details.url} details={details} onChange={cover.describe} />
          {cover.file && <CoverFocus file={cover.file} details={details} onChange={cover.describe} />}
        </div>
      )}
    </section>
  );
}

type CoverStateProps = { cover: ReturnType<typeof useCover> };

function CoverState({ cover }: CoverStateProps) {
  if (cover.isChosen) return <CoverPicture cover={cover} />;
  return cover.url ? <AutomaticCover cover={cover} /> : <EmptyCover />;
}

function EmptyCover() {
  return (
    <div className="flex min-h-20 items-center gap-3 rounded-md border border-dashed border-control px-4 py-2 text-sm text-ink-2">
      <ImagePlus aria-hidden="true" className="size-6 shrink-0 text-ink-3" />
      <p>Drop a picture here. It is shown above the text, in lists and with shared links.</p>
    </div>
  );
}

/** What stands for a post without a cover: as tall as the empty slot, so that a picture put into the text moves nothing. */
function AutomaticCover({ cover: { url, file } }: CoverStateProps) {
  const frame = 'aspect-video w-28 rounded-sm bg-sunk object-cover';
  return (
    <div className="grid min-h-20 grid-cols-[auto_minmax(0,1fr)] items-center gap-4 rounded-md border border-dashed border-control px-4 py-2 text-sm">
      {isVideo(url) ? (
        <video src={url} poster={file?.poster ?? undefined} muted preload="metadata" className={frame} />
      ) : (
        <img
          src={url}
          srcSet={file?.picture?.srcset ?? undefined}
          sizes="7rem"
          alt=""
          className={frame}
          style={focalStyle(file?.focal_point)}
        />
      )}
      <div className="grid min-w-0 gap-1 text-ink-2">
        <p className="truncate font-medium text-ink">{fileName(file, url)}</p>
        <p>From the text: lists and shared links show it until you choose a cover.</p>
      </div>
    </div>
  );
}

/** The cover in the shape of the post's page, with its name. */
function CoverPicture({ cover: { url, file, details, isInText } }: CoverStateProps) {
  const tall = file && file.width !== null && file.height !== null && file.height > file.width;
  const frame = cn(COVER_FRAME, tall ? 'object-contain' : 'object-cover');
  return (
    <figure className={COVER_ROW}>
      {isVideo(url) ? (
        // biome-ignore lint/a11y/useMediaCaption: a preview; the published post carries the real player
        <video src={url} poster={file?.poster ?? undefined} controls preload="metadata" className={frame} />
      ) : (
        <img
          src={url}
          srcSet={file?.picture?.srcset ?? undefined}
          sizes="12rem"
          alt={details?.alt ?? ''}
          className={frame}
          style={focalStyle(details?.focal_point)}
        />
      )}
      <figcaption className="grid min-w-0 gap-0.5 text-sm text-ink-2">
        <span className="font-medium wrap-anywhere text-ink">{fileName(file, url)}</span>
        {file && <span className="text-xs text-ink-3 tabular-nums">{kindAndSize(file)}</span>}
        <span>
          {isInText ? "It is in the text too: the post's page shows it only there." : 'Shown above the text.'}
        </span>
      </figcaption>
    </figure>
  );
}
