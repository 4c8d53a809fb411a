import { type RefObject, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { LibraryPicker } from '../file-picker/library-picker';
import type { UploadLimits } from '../media/upload-rules';
import { isUnderWay } from '../media/use-uploads';
import type { useCover } from '../post-values/use-cover';
import { CoverFromText } from './cover-from-text';
import type { usePostUploads } from './use-post-uploads';

export type CoverSourcesProps = {
  cover: ReturnType<typeof useCover>;
  uploads: Pick<ReturnType<typeof usePostUploads>, 'cover' | 'uploadCover'>;
  limits: UploadLimits;
  /** Takes the focus where what had it is gone. */
  uploadButton: RefObject<HTMLButtonElement | null>;
};

const SOURCE = { look: 'outline', size: 'sm', className: 'min-h-10 px-4 pointer-coarse:min-h-11' } as const;

/** Where a cover comes from, and how it goes. The buttons stay where they are, so that none takes the focus with it. */
export function CoverSources(props: CoverSourcesProps) {
  const { cover, uploads, limits, uploadButton } = props;
  const { cover: queue, uploadCover } = uploads;
  const picker = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<'library' | 'text' | null>(null);
  const [pending] = queue.files;
  const busy = pending !== undefined && isUnderWay(pending);

  function choose(url: string) {
    for (const { id } of queue.files) queue.cancel(id);
    cover.choose(url);
  }

  function remove() {
    choose('');
    uploadButton.current?.focus(); // the button that was pressed is gone
  }

  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{cover.url ? 'Replace the cover' : 'Add a cover'}</legend>
      <Button ref={uploadButton} {...SOURCE} onClick={() => picker.current?.click()}>
        {cover.isChosen || pending ? 'Replace' : 'Upload'}
        <span className="sr-only">{cover.isChosen || pending ? ' the cover' : ' a cover'}</span>
      </Button>
      <Button {...SOURCE} disabled={busy} onClick={() => setOpened('library')}>
        From the library<span className="sr-only">, as the cover</span>
      </Button>
      {cover.candidates.length > 0 && (
        <Button {...SOURCE} disabled={busy} onClick={() => setOpened('text')}>
          From the text<span className="sr-only">, as the cover</span>
        </Button>
      )}
      {cover.isChosen && !pending && (
        <Button look="quiet" size="sm" className="min-h-10 text-danger pointer-coarse:min-h-11" onClick={remove}>
          Remove<span className="sr-only"> the cover</span>
        </Button>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Cover file"
        accept={limits.allowedExtensions.map((extension) => `.${extension}`).join(',')}
        onChange={(picked) => {
          const files = [...(picked.target.files ?? [])];
          picked.target.value = ''; // the same file may be picked again
          uploadCover(files);
        }}
      />
      {opened === 'library' && (
        <LibraryPicker single onChoose={([file]) => file && choose(file.fileUrl)} onClose={() => setOpened(null)} />
      )}
      {opened === 'text' && <CoverFromText urls={cover.candidates} onChoose={choose} onClose={() => setOpened(null)} />}
    </fieldset>
  );
}
