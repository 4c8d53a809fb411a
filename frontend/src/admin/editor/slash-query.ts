import { type Editor, Extension } from '@tiptap/core';
import { isHistoryTransaction } from '@tiptap/pm/history';
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state';

/** What is typed after the "/", and where both stand. */
export type SlashQuery = { from: number; to: number; text: string };

const key = new PluginKey<number | null>('slashQuery');

/** Notices a "/" that is typed at the start of an empty paragraph, and follows what is typed after it. */
export const SlashQueries = Extension.create({
  name: 'slashQueries',
  addProseMirrorPlugins: () => [
    new Plugin<number | null>({
      key,
      state: {
        init: () => null,
        apply: (tr, from, before, state) => (tr.getMeta(key) === 'close' ? null : follow(tr, from, before, state)),
      },
      props: {
        handleDOMEvents: {
          blur: (view) => {
            if (key.getState(view.state) !== null) view.dispatch(view.state.tr.setMeta(key, 'close'));
            return false;
          },
        },
      },
    }),
  ],
});

export function slashQuery(state: EditorState): SlashQuery | null {
  const from = key.getState(state) ?? null;
  if (from === null) return null;
  const text = state.doc.resolve(from).parent.textContent.slice(1);
  return { from, to: from + 1 + text.length, text };
}

/** Where the "/" stands, or null where none is asked with. */
function follow(tr: Transaction, from: number | null, before: EditorState, state: EditorState): number | null {
  const { $from, empty } = state.selection;
  if (!empty || $from.depth !== 1 || $from.parent.type.name !== 'paragraph') return null;
  const { textContent: text } = $from.parent;
  if (from !== null) {
    const isSame = tr.mapping.map(from, -1) === $from.start();
    return isSame && text.startsWith('/') && $from.parentOffset > 0 ? $from.start() : null;
  }
  if (!tr.docChanged || text !== '/' || isHistoryTransaction(tr)) return null;
  const was = before.selection.$from.parent;
  return was.type.name === 'paragraph' && was.content.size === 0 ? $from.start() : null;
}

/** Opens the menu without a "/" of the keyboard: in the empty paragraph of the caret, or in a new one below it. */
export function askForBlocks(editor: Editor): void {
  const { $to } = editor.state.selection;
  const { paragraph } = editor.schema.nodes;
  const isEmpty = $to.depth === 1 && $to.parent.type === paragraph && $to.parent.content.size === 0;
  if (!isEmpty && paragraph) {
    const below = $to.depth === 0 ? $to.pos : $to.after(1);
    const tr = editor.state.tr.insert(below, paragraph.create());
    editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView());
  }
  editor.view.focus();
  editor.view.dispatch(editor.state.tr.insertText('/'));
}
