import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UploadCloud } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';
import { LibraryBrowser, type LibraryLocation } from '../file-picker/library-browser';
import { parseKindFilter, reloadLibrary } from '../media/files';
import { limitsFrom, uploadConfigQuery } from '../media/upload-config';
import { UploadRow } from '../media/upload-row';
import { acceptPicked, uploadWithToast } from '../media/upload-with-toast';
import { useUploads } from '../media/use-uploads';
import { ScreenTitle } from '../screen/screen-title';
import { useUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { LibraryFileDialog } from './library-file-dialog';

/**
 * `/admin/media`: every picture and video. The address holds search, filter, page and the opened file, so Back goes
 * back.
 */
export function LibraryPage() {
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const [dropping, setDropping] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const uploadButton = useRef<HTMLButtonElement>(null);
  const { data: uploadConfig } = useQuery(uploadConfigQuery);
  const limits = limitsFrom(uploadConfig);
  const opened = Number(query.get('file'));
  const place: LibraryLocation = {
    q: query.get('q') ?? '',
    shows: parseKindFilter(query.get('shows')),
    after: query.get('after') ?? '',
  };
  const go = (next: LibraryLocation & { file?: string }) =>
    setQuery(Object.fromEntries(Object.entries(next).filter(([, value]) => value)), { preventScrollReset: true });
  const open = (id: number) => go({ ...place, file: String(id) });
  const uploads = useUploads(
    (file, options) => uploadWithToast(file, limits, { ...options, place: 'panel' }),
    (_id, end) => {
      if (end?.isFromLibrary) open(end.media.id);
      else if (end) void reloadLibrary(client);
    },
  );
  useUnsavedChanges(uploads.files.length > 0);
  const take = (files: FileList | null) => uploads.add(acceptPicked([...(files ?? [])], limits));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] gap-6 rounded-md',
        dropping && 'outline-2 outline-offset-8 outline-ember',
      )}
      onDragOver={(dragged) => {
        if (!dragged.dataTransfer.types.includes('Files')) return;
        dragged.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(dropped) => {
        dropped.preventDefault();
        setDropping(false);
        take(dropped.dataTransfer.files);
      }}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ScreenTitle>Media Library</ScreenTitle>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p id="upload-hint" className="text-sm text-ink-2">
            Pictures and videos, up to {limits.maxFileSizeMb} MB each.
            <span className="hidden keyboard:inline"> They can be dropped here, too.</span>
          </p>
          <Button ref={uploadButton} aria-describedby="upload-hint" onClick={() => picker.current?.click()}>
            <UploadCloud aria-hidden="true" />
            Upload
          </Button>
        </div>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          aria-label="Files to upload"
          accept={limits.allowedExtensions.map((extension) => `.${extension}`).join(',')}
          onChange={(picked) => {
            take(picked.target.files);
            picked.target.value = ''; // the same file may be picked again
          }}
        />
      </div>
      {uploads.files.length > 0 && (
        <ul aria-label="Uploads" className="grid divide-y divide-rule rounded-md border border-rule bg-raised">
          {uploads.files.map((upload) => (
            <li key={upload.id} className="p-4">
              <UploadRow upload={upload} uploads={uploads} onFocusLost={() => uploadButton.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
      <LibraryBrowser place={place} onGo={go} onPress={({ id }) => open(id)} />
      {opened > 0 && <LibraryFileDialog key={opened} id={opened} limits={limits} onClose={() => go(place)} />}
    </div>
  );
}
