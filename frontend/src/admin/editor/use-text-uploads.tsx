import type { Editor } from '@tiptap/core';
import { type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import toast from 'react-hot-toast';
import { extensionOf } from '../media/media-file';
import type { UploadedMedia } from '../media/upload';
import { UploadRow } from '../media/upload-row';
import { type UploadFile, useUploads } from '../media/use-uploads';
import { insertMedia } from './media-insertion';
import { keepUploadPlace, type UploadPlace } from './upload-places';

type TextUploadsOptions = {
  allowedExtensions: readonly string[];
  onUpload: UploadFile;
  /** Hears of files that were taken from the library. */
  onTaken?: (files: UploadedMedia[]) => void;
};

/** Uploads files that were picked, dropped or pasted, each into the place that `position` had then. */
export function useTextUploads(editor: Editor, { allowedExtensions, onUpload, onTaken }: TextUploadsOptions) {
  const places = useRef(new Map<string, UploadPlace>());
  const uploads = useUploads(onUpload, (id, end) => {
    const place = places.current.get(id);
    places.current.delete(id);
    const hadFocus = place?.element.contains(document.activeElement);
    const position = place?.leave() ?? null;
    if (editor.isDestroyed) return;
    if (end) insertMedia(editor, end.media, position ?? editor.state.selection.to);
    if (hadFocus) editor.commands.focus();
    if (end?.isFromLibrary) onTaken?.([end.media]);
  });

  function takeFiles(files: readonly File[], position: number): void {
    const accepted = files.filter(({ name }) => allowedExtensions.includes(extensionOf(name)));
    for (const file of files) {
      if (!accepted.includes(file)) toast.error(`Invalid file type: .${extensionOf(file.name)}`);
    }
    for (const { id } of uploads.add(accepted)) places.current.set(id, keepUploadPlace(editor, id, position));
  }

  /** What stands in the places. */
  const rows: ReactNode[] = uploads.files.map((upload) => {
    const place = places.current.get(upload.id);
    const row = <UploadRow key={upload.id} upload={upload} uploads={uploads} />;
    return place && createPortal(row, place.element, upload.id);
  });

  return { takeFiles, rows, finish: uploads.finish };
}
