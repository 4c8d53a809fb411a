import { useEffect, useRef, useState } from 'react';
import { randomId } from '../../api/random-id';

export type QueuedFile = { id: string; file: File; previewUrl: string };

/** Files of an upload queue with their previews. They outlive a render: files come and go while uploads run. */
export function useUploadQueue<Row extends QueuedFile>() {
  const [files, setFiles] = useState<readonly Row[]>([]);
  const queue = useRef<readonly Row[]>([]);

  useEffect(
    () => () => {
      for (const { previewUrl } of queue.current) URL.revokeObjectURL(previewUrl);
    },
    [],
  );

  function set(next: readonly Row[]) {
    queue.current = next;
    setFiles(next);
  }

  return {
    files,
    /** The files as they are now, and not at the last render. */
    current: () => queue.current,
    add: (accepted: readonly File[], state: Omit<Row, keyof QueuedFile>): Row[] => {
      const added = accepted.map(
        (file) => ({ ...state, id: randomId(), file, previewUrl: URL.createObjectURL(file) }) as Row,
      );
      set([...queue.current, ...added]);
      return added;
    },
    change: (id: string, state: Partial<Omit<Row, keyof QueuedFile>>) => {
      set(queue.current.map((row) => (row.id === id ? { ...row, ...state } : row)));
    },
    remove: (id: string) => {
      const gone = queue.current.find((row) => row.id === id);
      if (gone) URL.revokeObjectURL(gone.previewUrl);
      set(queue.current.filter((row) => row.id !== id));
    },
  };
}
