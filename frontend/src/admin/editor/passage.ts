import type { Editor } from '@tiptap/core';

/** Longest passage in characters that the server takes. */
const MAX_PASSAGE = 500;

/** What is selected in the text, on one line. */
export function selectedPassage({ state }: Editor): string {
  const { from, to } = state.selection;
  const text = state.doc.textBetween(from, to, ' ', ' ').replace(/\s+/g, ' ').trim();
  return text.length > MAX_PASSAGE ? text.slice(0, MAX_PASSAGE).trim() : text;
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
