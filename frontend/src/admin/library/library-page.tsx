import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UploadCloud } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { LibraryBrowser, type LibraryLocation } from '../file-picker/library-browser';
import { parseKindFilter, reloadLibrary } from '../media/files';
import { MediaUploadPanel } from '../media/media-upload-panel';
import { limitsFrom, uploadConfigQuery } from '../media/upload-config';
import { usePendingUploads } from '../media/use-pending-uploads';
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
  const [uploading, setUploading] = useState(false);
  const { data: uploadConfig } = useQuery(uploadConfigQuery);
  const limits = limitsFrom(uploadConfig);
  const uploads = usePendingUploads(limits, () => void reloadLibrary(client));
  useUnsavedChanges(uploads.files.length > 0);
  const opened = Number(query.get('file'));
  const place: LibraryLocation = {
    q: query.get('q') ?? '',
    shows: parseKindFilter(query.get('shows')),
    after: query.get('after') ?? '',
  };
  const go = (next: LibraryLocation & { file?: string }) =>
    setQuery(Object.fromEntries(Object.entries(next).filter(([, value]) => value)), { preventScrollReset: true });

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ScreenTitle>Media Library</ScreenTitle>
        <Button onClick={() => setUploading(true)}>
          <UploadCloud aria-hidden="true" />
          {uploads.files.length > 0 ? `Upload (${uploads.files.length} waiting)` : 'Upload'}
        </Button>
      </div>
      <LibraryBrowser place={place} onGo={go} onPress={({ id }) => go({ ...place, file: String(id) })} />
      {opened > 0 && <LibraryFileDialog key={opened} id={opened} limits={limits} onClose={() => go(place)} />}
      <Dialog open={uploading} onOpenChange={setUploading} title="Upload to the library" className="max-w-3xl">
        <MediaUploadPanel uploads={uploads} limits={limits} />
      </Dialog>
    </div>
  );
}
