import { useRef } from 'react';
import toast from 'react-hot-toast';
import type { LibraryItem } from '../../api/types';
import { findSameFile, toUploadedMedia } from './library-media';
import type { UploadedMedia } from './upload';
import type { UploadOptions } from './upload-with-toast';
import { type QueuedFile, useUploadQueue } from './use-upload-queue';

/** Uploads one file and tells how it goes; null when it failed or was cancelled. */
export type UploadFile = (file: File, options: UploadOptions) => Promise<UploadedMedia | null>;

type State =
  | { state: 'waiting' | 'failed' }
  /** Whole percents. */
  | { state: 'uploading'; progress: number }
  /** The library has a file with the same bytes, and it is asked whether to use that one. */
  | { state: 'known'; same: LibraryItem };

export type Upload = QueuedFile & { how: State };

/** What became of a file: uploaded, or taken from the library. */
export type UploadEnd = { media: UploadedMedia; isFromLibrary: boolean };

export type Uploads = {
  files: readonly Upload[];
  /** Begins to upload, one after the other. */
  add: (accepted: readonly File[]) => Upload[];
  /** Takes a file out, wherever it is. */
  cancel: (id: string) => void;
  retry: (id: string) => void;
  /** Takes the file that the library has. */
  takeSame: (id: string) => void;
  /** Uploads a file that the library has. */
  uploadAgain: (id: string) => void;
  /** Waits for what is on its way, and takes what the library has. What failed stays. */
  finish: () => Promise<void>;
  /** The same, and tries again what failed. True when nothing is left. */
  settle: () => Promise<boolean>;
};

/** Upload queue that begins by itself. `onEnd` hears what became of each file; null: it was cancelled. */
export function useUploads(upload: UploadFile, onEnd: (id: string, end: UploadEnd | null) => void): Uploads {
  const { files, current, add, change, remove } = useUploadQueue<Upload>();
  const aborts = useRef(new Map<string, AbortController>());
  const line = useLine();
  const find = (id: string) => current().find((row) => row.id === id);

  function end(id: string, outcome: UploadEnd | null) {
    aborts.current.delete(id);
    remove(id);
    onEnd(id, outcome);
  }

  /** Whether the file was uploaded. */
  async function run(id: string, isAsked: boolean): Promise<boolean> {
    const row = find(id);
    const same = row && !isAsked ? await findSameFile(row.file) : null;
    if (!row || !find(id)) return false; // cancelled meanwhile
    if (same) {
      change(id, { how: { state: 'known', same } });
      return false;
    }
    const abort = new AbortController();
    aborts.current.set(id, abort);
    const onProgress = (progress: number) => change(id, { how: { state: 'uploading', progress } });
    onProgress(0);
    const media = await upload(row.file, { onProgress, signal: abort.signal });
    if (!media) change(id, { how: { state: 'failed' } });
    else if (find(id)) end(id, { media, isFromLibrary: false });
    return media !== null;
  }

  function enqueue(id: string, isAsked: boolean) {
    change(id, { how: { state: 'waiting' } });
    line.add(() => run(id, isAsked));
  }

  function takeSame(id: string) {
    const how = find(id)?.how;
    if (how?.state === 'known') end(id, { media: toUploadedMedia(how.same), isFromLibrary: true });
  }

  async function finish() {
    await line.settled();
    for (const { id } of current()) takeSame(id);
  }

  return {
    files,
    finish,
    add: (accepted) => {
      const added = add(accepted, { how: { state: 'waiting' } });
      for (const { id } of added) enqueue(id, false);
      return added;
    },
    cancel: (id) => {
      aborts.current.get(id)?.abort();
      end(id, null);
    },
    retry: (id) => enqueue(id, true),
    takeSame,
    uploadAgain: (id) => enqueue(id, true),
    settle: async () => {
      await finish();
      for (const { id } of current()) enqueue(id, true);
      await line.settled();
      return current().length === 0;
    },
  };
}

/** Runs uploads one after the other, and says in the end how many there were. */
function useLine() {
  const line = useRef({ end: Promise.resolve(), waiting: 0, uploaded: 0 });

  async function runNext(upload: () => Promise<boolean>) {
    const now = line.current;
    const isUploaded = await upload().catch((cause) => console.error(cause));
    if (isUploaded) now.uploaded += 1;
    now.waiting -= 1;
    if (now.waiting > 0) return;
    if (now.uploaded > 1) toast.success(`Uploaded ${now.uploaded} files successfully`);
    now.uploaded = 0;
  }

  return {
    add: (upload: () => Promise<boolean>) => {
      line.current.waiting += 1;
      line.current.end = line.current.end.then(() => runNext(upload));
    },
    settled: () => line.current.end,
  };
}

/** Whether a file is on its way. */
export const isUnderWay = ({ how: { state } }: Upload) => state === 'waiting' || state === 'uploading';
