import type { Editor } from '@tiptap/core';
import toast from 'react-hot-toast';
import { extensionOf } from '../media/media-file';
import type { UploadedMedia } from '../media/upload';
import { insertMedia } from './media-insertion';
import { addUploadPlaceholder } from './upload-placeholders';

/** Uploads one file and tells how it goes; null when it failed. */
export type UploadFile = (file: File) => Promise<UploadedMedia | null>;

/** Uploads files that were picked, dropped or pasted, each into the place that `position` had then. */
export function uploadAllInto(
  editor: Editor,
  files: readonly File[],
  position: number,
  { allowedExtensions, onUpload }: { allowedExtensions: readonly string[]; onUpload: UploadFile },
): void {
  for (const file of files) {
    const extension = extensionOf(file.name);
    if (!allowedExtensions.includes(extension)) toast.error(`Invalid file type: .${extension}`);
    else void uploadInto(editor, file, position, onUpload);
  }
}

async function uploadInto(editor: Editor, file: File, position: number, upload: UploadFile): Promise<void> {
  const removePlaceholder = addUploadPlaceholder(editor, position, `Uploading ${file.name}…`);
  const media = await upload(file);
  const place = removePlaceholder();
  if (!media || editor.isDestroyed) return;
  insertMedia(editor, media, place ?? editor.state.selection.to);
}
