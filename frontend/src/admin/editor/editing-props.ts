import type { EditorProps } from '@tiptap/pm/view';
import { normalizePastedHtml } from './content-html';

type EditingPropsOptions = {
  /** The editor's name for those who cannot see it. */
  label: string;
  takeFiles: (files: readonly File[], position: number) => void;
  askForLink: () => void;
  focusToolbar: () => void;
};

/** ProseMirror's editorProps: what pasting, dropping and the keys do in the text. */
export function editingProps({ label, takeFiles, askForLink, focusToolbar }: EditingPropsOptions): EditorProps {
  function takeFrom(transfer: DataTransfer | null, position: number): boolean {
    const files = [...(transfer?.files ?? [])];
    // Office programs put a picture of the text beside the text itself; the text is meant.
    if (files.length === 0 || transfer?.types.includes('text/html')) return false;
    takeFiles(files, position);
    return true;
  }

  return {
    attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'prose' },
    transformPastedHTML: normalizePastedHtml,
    handlePaste: (view, pasted) => takeFrom(pasted.clipboardData, view.state.selection.to),
    handleDrop: (view, dropped, _slice, moved) => {
      if (moved) return false;
      const place = view.posAtCoords({ left: dropped.clientX, top: dropped.clientY });
      return takeFrom(dropped.dataTransfer, place?.pos ?? view.state.doc.content.size);
    },
    handleKeyDown: (_view, pressed) => {
      if ((pressed.ctrlKey || pressed.metaKey) && pressed.key === 'k') {
        pressed.preventDefault();
        askForLink();
        return true;
      }
      if (!pressed.altKey || pressed.key !== 'F10') return false;
      focusToolbar();
      return true;
    },
  };
}
