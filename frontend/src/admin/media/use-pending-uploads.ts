import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { randomId } from '../../api/random-id';
import type { UploadedMedia } from './upload';
import { sortPicked, type UploadLimits } from './upload-rules';
import { uploadWithToast } from './upload-with-toast';

export type PendingFile = {
  id: string;
  file: File;
  previewUrl: string;
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
  const { files, waiting, add, remove, setProgress } = useUploadQueue(limits);
  const [busy, setBusy] = useState(false);
  const run = useRef<Promise<boolean> | null>(null);

  async function upload({ id, file }: PendingFile): Promise<boolean> {
    setProgress(id, 0);
    const media = await uploadWithToast(file, limits, {
      place: 'panel',
      onProgress: (percent) => setProgress(id, percent),
    });
    if (media) {
      remove(id);
      onUploaded(media);
    } else {
      setProgress(id, null);
    }
    return media !== null;
  }

  async function runQueue(): Promise<boolean> {
    const tried = new Set<string>();
    let uploaded = 0;
    for (;;) {
      const next = waiting().find(({ id }) => !tried.has(id));
      if (!next) break;
      tried.add(next.id);
      if (await upload(next)) uploaded += 1;
    }
    if (uploaded > 1) toast.success(`Uploaded ${uploaded} files successfully`);
    return waiting().length === 0;
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

  return { files, busy, add, remove, uploadAll };
}

/**
 * The files themselves with their previews. They outlive a render: files are added and taken away while uploads run.
 */
function useUploadQueue(limits: UploadLimits) {
  const [files, setFiles] = useState<readonly PendingFile[]>([]);
  const queue = useRef<readonly PendingFile[]>([]);

  useEffect(
    () => () => {
      for (const { previewUrl } of queue.current) URL.revokeObjectURL(previewUrl);
    },
    [],
  );

  function change(next: readonly PendingFile[]) {
    queue.current = next;
    setFiles(next);
  }

  return {
    files,
    waiting: () => queue.current,
    add: (picked: readonly File[]) => {
      const { accepted, skippedTexts } = sortPicked(picked, limits);
      for (const text of skippedTexts) toast.error(text);
      const added = accepted.map((file) => ({
        id: randomId(),
        file,
        previewUrl: URL.createObjectURL(file),
        progress: null,
      }));
      change([...queue.current, ...added]);
    },
    remove: (id: string) => {
      const gone = queue.current.find((pending) => pending.id === id);
      if (gone) URL.revokeObjectURL(gone.previewUrl);
      change(queue.current.filter((pending) => pending.id !== id));
    },
    setProgress: (id: string, progress: number | null) => {
      change(queue.current.map((pending) => (pending.id === id ? { ...pending, progress } : pending)));
    },
  };
}
