import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { fileSize, isVideo } from './media-file';
import { ProgressBar } from './upload-progress';
import { isUnderWay, type Upload, type Uploads } from './use-uploads';

type UploadRowProps = {
  upload: Upload;
  uploads: Pick<Uploads, 'cancel' | 'retry' | 'takeSame' | 'uploadAgain'>;
  /** Of its preview. */
  frame?: string;
  /** What is said of a file that failed, besides that. */
  failedHint?: string;
  /** Called when the row goes while the focus is in it. */
  onFocusLost?: () => void;
};

const WORDS = {
  waiting: 'Waiting',
  uploading: 'Uploading',
  failed: 'It was not uploaded.',
  known: 'You have this one: use it?',
};

const BUTTON = { size: 'sm', className: 'min-h-10 px-4 pointer-coarse:min-h-11' } as const;

/** A file on its way: how far it is, and what can be done about it. */
export function UploadRow({ upload, uploads, frame = 'w-24', failedHint, onFocusLost }: UploadRowProps) {
  const { id, file, previewUrl, how } = upload;
  const row = useRef<HTMLDivElement>(null);
  const lastButton = useRef<HTMLButtonElement>(null);
  const lost = useRef(onFocusLost);
  lost.current = onFocusLost;
  const preview = cn('aspect-video rounded-md bg-sunk object-cover', frame);

  useLayoutEffect(() => {
    const element = row.current;
    // In the cleanup, as the row is in the document for the last time.
    return () => {
      if (element?.contains(document.activeElement)) queueMicrotask(() => lost.current?.());
    };
  }, []);

  /** The button that was pressed goes; the one that stays takes the focus. */
  function start(begin: (id: string) => void) {
    begin(id);
    lastButton.current?.focus();
  }

  return (
    <div ref={row} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-2 font-sans text-sm">
      {isVideo(file.name) ? (
        <video src={previewUrl} muted preload="metadata" className={preview} />
      ) : (
        <img src={previewUrl} alt="" className={preview} />
      )}
      <div className="grid gap-1.5">
        <p className="font-medium wrap-anywhere text-ink">
          {file.name} <span className="text-xs font-normal text-ink-3 tabular-nums">{fileSize(file.size)}</span>
        </p>
        {how.state === 'uploading' && <ProgressBar name={file.name} percent={how.progress} />}
        <p
          role="status"
          className={cn(
            'text-ink-2',
            how.state === 'uploading' && 'sr-only',
            how.state === 'failed' && 'font-medium text-danger',
            how.state === 'known' && 'font-medium text-ink',
          )}
        >
          {WORDS[how.state]}
          <span className="sr-only"> {file.name}</span>
          {how.state === 'failed' && failedHint}
        </p>
        {how.state === 'known' && how.same.file_name !== file.name && (
          <p className="text-ink-2 wrap-anywhere">In the library it is called {how.same.file_name}.</p>
        )}
      </div>
      <div className="col-span-2 flex flex-wrap gap-2 sm:col-span-1 sm:col-start-2">
        {how.state === 'known' && (
          <Button {...BUTTON} onClick={() => uploads.takeSame(id)}>
            Use it<span className="sr-only"> for {file.name}</span>
          </Button>
        )}
        {how.state === 'known' && (
          <Button {...BUTTON} look="outline" onClick={() => start(uploads.uploadAgain)}>
            Upload again<span className="sr-only"> {file.name}</span>
          </Button>
        )}
        {how.state === 'failed' && (
          <Button {...BUTTON} onClick={() => start(uploads.retry)}>
            Retry<span className="sr-only"> the upload of {file.name}</span>
          </Button>
        )}
        <Button ref={lastButton} {...BUTTON} look="outline" onClick={() => uploads.cancel(id)}>
          {isUnderWay(upload) || how.state === 'known' ? 'Cancel' : 'Remove'}
          <span className="sr-only"> the upload of {file.name}</span>
        </Button>
      </div>
    </div>
  );
}
