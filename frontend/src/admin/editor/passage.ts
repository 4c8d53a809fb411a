import type { Editor } from '@tiptap/core';
import { cutText } from '../cut-text';

/** Longest passage in characters that the server takes. */
const MAX_PASSAGE = 500;

/** What is selected in the text, on one line. */
export function selectedPassage(editor: Editor): string {
  const { state } = editor;
  const { from, to } = browserSelection(editor) ?? state.selection;
  const text = state.doc.textBetween(from, to, ' ', ' ').replace(/\s+/g, ' ').trim();
  return cutText(text, MAX_PASSAGE).trim();
}

/** The browser's own selection in the text, which the editor learns of a moment later; null while it is elsewhere. */
function browserSelection({ view }: Editor): { from: number; to: number } | null {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = view.dom.ownerDocument.getSelection() ?? {};
  if (!anchorNode || !focusNode || !view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return null;
  const ends = [view.posAtDOM(anchorNode, anchorOffset ?? 0), view.posAtDOM(focusNode, focusOffset ?? 0)];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

/** Selects a passage and scrolls to it; false where the text has it no more. */
export function showPassage(editor: Editor, passage: string): boolean {
  const range = findPassage(editor, passage);
  if (!range) return false;
  return editor.chain().focus().setTextSelection(range).scrollIntoView().run();
}

/** Compares without white space, so that a passage over several paragraphs is found too. */
function findPassage({ state }: Editor, passage: string): { from: number; to: number } | null {
  const positions: number[] = [];
  let text = '';
  state.doc.descendants((node, start) => {
    if (!node.isText || !node.text) return;
    for (const [offset, letter] of [...node.text.split('')].entries()) {
      if (/\s/.test(letter)) continue;
      text += letter;
      positions.push(start + offset);
    }
  });
  const sought = passage.replace(/\s+/g, '');
  const at = sought ? text.indexOf(sought) : -1;
  const [from, last] = [positions[at], positions[at + sought.length - 1]];
  return from === undefined || last === undefined ? null : { from, to: last + 1 };
}
