import type { Editor } from '@tiptap/core';
import { type RefObject, useCallback, useRef } from 'react';
import type { UploadedMedia } from '../media/upload';
import { insertionPosition, insertMedia } from './media-insertion';

/**
 * Inserts media after the block with the caret, one after the other. `touched`: whether the caret was ever in the text.
 */
export function useMediaInsertion(editor: Editor, touched: RefObject<boolean>) {
  const insertedUrls = useRef(new Set<string>());
  return useCallback(
    (files: readonly UploadedMedia[]) => {
      for (const media of files) {
        insertMedia(editor, media, insertionPosition(editor.state, touched.current, insertedUrls.current));
        insertedUrls.current.add(media.fileUrl);
      }
    },
    [editor, touched],
  );
}
