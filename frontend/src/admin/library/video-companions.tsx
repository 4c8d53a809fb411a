import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import type { LibraryFile, LibraryInput } from '../../api/types';
import { Button } from '../../ui/button';
import { isVideo } from '../media/media-file';
import { uploadErrorText, uploadMedia } from '../media/upload';
import type { UploadLimits } from '../media/upload-rules';

type VideoCompanionsProps = {
  file: LibraryFile;
  limits: UploadLimits;
  /** Keeps a change, and says `done` when it is kept. */
  onChange: (input: LibraryInput, done: string) => void;
};

/** What stands beside a video: the picture before it plays, and its captions. */
export function VideoCompanions({ file, limits, onChange }: VideoCompanionsProps) {
  const pictures = limits.allowedExtensions.filter((extension) => !isVideo(`.${extension}`));
  return (
    <div className="grid gap-4 border-t border-rule pt-5">
      <Companion
        title="Picture before it plays"
        hint="A frame of the video is taken when it is uploaded."
        has={Boolean(file.poster)}
        accept={pictures}
        limits={limits}
        onUploaded={(poster) => onChange({ poster }, 'Picture saved')}
        onRemove={() => onChange({ poster: '' }, 'Picture removed')}
      />
      <Companion
        title="Captions"
        hint="What is said in it, as a WebVTT file (.vtt) of up to 1 MB."
        has={Boolean(file.captions)}
        accept={['vtt']}
        limits={limits}
        onUploaded={(captions) => onChange({ captions }, 'Captions saved')}
        onRemove={() => onChange({ captions: '' }, 'Captions removed')}
      />
    </div>
  );
}

type CompanionProps = {
  title: string;
  hint: string;
  has: boolean;
  accept: readonly string[];
  limits: UploadLimits;
  onUploaded: (fileUrl: string) => void;
  onRemove: () => void;
};

function Companion({ title, hint, has, accept, limits, onUploaded, onRemove }: CompanionProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);

  async function upload(file: File) {
    setBusy(true);
    try {
      onUploaded((await uploadMedia(file, limits, () => {})).fileUrl);
    } catch (cause) {
      console.error(cause);
      toast.error(uploadErrorText(cause, file, limits));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      <p className="text-xs text-ink-3">{hint}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" busy={busy} onClick={() => picker.current?.click()}>
          {busy ? 'Uploading...' : has ? 'Replace' : 'Upload'}
          <span className="sr-only"> {title.toLowerCase()}</span>
        </Button>
        {has && (
          <Button look="quiet" disabled={busy} onClick={onRemove}>
            Remove<span className="sr-only"> {title.toLowerCase()}</span>
          </Button>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={`${title} file`}
        accept={accept.map((extension) => `.${extension}`).join(',')}
        onChange={(picked) => {
          picked.stopPropagation();
          const [file] = picked.target.files ?? [];
          picked.target.value = '';
          if (file) void upload(file);
        }}
      />
    </div>
  );
}
