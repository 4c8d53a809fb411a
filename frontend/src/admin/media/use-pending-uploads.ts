import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import type { UploadedMedia } from './upload';
import type { UploadLimits } from './upload-rules';
import { acceptPicked, uploadWithToast } from './upload-with-toast';
import { type QueuedFile, useUploadQueue } from './use-upload-queue';

export type PendingFile = QueuedFile & {
  /** Whole percents while the file is on its way, else null. */
  progress: number | null;
};

export type PendingUploads = {
  files: readonly PendingFile[];
  busy: boolean;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  /** Uploads what is waiting, one after the other. True when nothing is left; failed files stay for another try. */
  uploadAll: () => Promise<boolean>;
};

/** Upload queue: the files picked in the Media Upload panel and not uploaded yet. */
export function usePendingUploads(limits: UploadLimits, onUploaded: (media: UploadedMedia) => void): PendingUploads {
  const { files, current, add, change, remove } = useUploadQueue<PendingFile>();
  const [busy, setBusy] = useState(false);
  const run = useRef<Promise<boolean> | null>(null);

  async function upload({ id, file }: PendingFile): Promise<boolean> {
    change(id, { progress: 0 });
    const media = await uploadWithToast(file, limits, {
      place: 'panel',
      onProgress: (percent) => change(id, { progress: percent }),
    });
    if (media) {
      remove(id);
      onUploaded(media);
    } else {
      change(id, { progress: null });
    }
    return media !== null;
  }

  async function runQueue(): Promise<boolean> {
    const tried = new Set<string>();
    let uploaded = 0;
    for (;;) {
      const next = current().find(({ id }) => !tried.has(id));
      if (!next) break;
      tried.add(next.id);
      if (await upload(next)) uploaded += 1;
    }
    if (uploaded > 1) toast.success(`Uploaded ${uploaded} files successfully`);
    return current().length === 0;
  }

  function uploadAll(): Promise<boolean> {
    if (!run.current) {
      setBusy(true);
      run.current = runQueue().finally(() => {
        run.current = null;
        setBusy(false);
      });
    }
    return run.current;
  }

  return {
    files,
    busy,
    add: (picked) => void add(acceptPicked(picked, limits), { progress: null }),
    remove,
    uploadAll,
  };
}
