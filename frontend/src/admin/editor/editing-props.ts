import { NodeSelection } from '@tiptap/pm/state';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { isPictureAlone, normalizePastedHtml } from './content-html';
import { tableFromTabs } from './tab-separated';

type EditingPropsOptions = {
  /** The editor's name for those who cannot see it. */
  label: string;
  /** Whether the page scrolls, and not the editor. */
  grows: boolean;
  takeFiles: (files: readonly File[], position: number) => void;
  askForLink: () => void;
  openFootnote: () => void;
  openFind: () => void;
  /** Takes the keys of the menu that "/" opens; says whether it took one. */
  takeMenuKey: (pressed: KeyboardEvent) => boolean;
  focusToolbar: () => void;
};

/** Pixels at the edges of the window that the tools above and the bar of the form below may cover. */
const BARS = {
  get top() {
    return isShort() ? 120 : 170;
  },
  right: 0,
  get bottom() {
    return isShort() ? 20 : 150;
  },
  left: 0,
};

/** Whether the window is so low that its bars stay small (`short` in `admin.css`); zooming changes that. */
function isShort(): boolean {
  return window.matchMedia('(max-height: 30rem)').matches;
}

/** ProseMirror's editorProps: what pasting, dropping and the keys do in the text. */
export function editingProps(options: EditingPropsOptions): EditorProps {
  const { label, grows, takeFiles, askForLink, openFootnote, openFind, takeMenuKey, focusToolbar } = options;

  function takeFrom(transfer: DataTransfer | null, position: number): boolean {
    const files = [...(transfer?.files ?? [])];
    if (files.length === 0) return false;
    // Office programs put a picture of the text beside the text itself; the text is meant. Browsers that copy a picture
    // put an element beside it that leads to another site; the file is meant.
    if (transfer?.types.includes('text/html') && !isPictureAlone(transfer.getData('text/html'))) return false;
    takeFiles(files, position);
    return true;
  }

  return {
    ...(grows && { scrollThreshold: BARS, scrollMargin: BARS }),
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      class: 'prose',
      spellcheck: 'true',
    },
    transformPastedHTML: (html, view) => normalizePastedHtml(html, view.state.schema),
    handlePaste: (view, pasted) =>
      takeFrom(pasted.clipboardData, view.state.selection.to) || pasteTable(view, pasted.clipboardData),
    handleDrop: (view, dropped, _slice, moved) => {
      if (moved) return false;
      const place = view.posAtCoords({ left: dropped.clientX, top: dropped.clientY });
      return takeFrom(dropped.dataTransfer, place?.pos ?? view.state.doc.content.size);
    },
    handleClickOn: (view, _pos, node, nodePos) => {
      if (node.type.name !== 'footnote' || !view.editable) return false;
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, nodePos)));
      openFootnote();
      return true;
    },
    handleKeyDown: (view, pressed) => {
      if (takeMenuKey(pressed)) return true;
      const open = opened(view, pressed);
      if (!open) return false;
      pressed.preventDefault();
      open();
      return true;
    },
  };

  function opened({ state }: EditorView, pressed: KeyboardEvent): (() => void) | undefined {
    if (pressed.altKey) return pressed.key === 'F10' ? focusToolbar : undefined;
    const withCommand = pressed.ctrlKey || pressed.metaKey;
    if (withCommand && !pressed.shiftKey) return { k: askForLink, f: openFind }[pressed.key];
    const { selection } = state;
    const onFootnote = selection instanceof NodeSelection && selection.node.type.name === 'footnote';
    return onFootnote && pressed.key === 'Enter' ? openFootnote : undefined;
  }
}

/** Text with tabs, which a spreadsheet copied, is a table. In code and in another table it stays text. */
function pasteTable({ state, dispatch }: EditorView, clipboard: DataTransfer | null): boolean {
  if (!clipboard || clipboard.types.includes('text/html')) return false;
  const { $from } = state.selection;
  const isInside = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1).type.name);
  if (isInside.some((name) => name === 'codeBlock' || name === 'table')) return false;
  const table = tableFromTabs(clipboard.getData('text/plain'));
  if (!table) return false;
  const tr = state.tr.replaceSelectionWith(state.schema.nodeFromJSON(table));
  dispatch(tr.setMeta('paste', true).scrollIntoView());
  return true;
}
