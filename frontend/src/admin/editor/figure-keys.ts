import { Extension } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { MEDIA_FIGURES } from './figure-nodes';

/** Enter leaves a caption; Backspace at its start selects the figure, and a second time deletes it. */
export const FigureKeys = Extension.create({
  name: 'figureKeys',
  priority: 1000,
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) =>
        editor.commands.command(({ state, tr, dispatch }) => {
          const { $from, empty } = state.selection;
          const paragraph = state.schema.nodes.paragraph;
          if (!empty || !MEDIA_FIGURES.includes($from.parent.type.name) || !paragraph) return false;
          if (dispatch) {
            const after = $from.after();
            tr.insert(after, paragraph.create());
            tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView();
          }
          return true;
        }),
      Backspace: ({ editor }) =>
        editor.commands.command(({ state, tr, dispatch }) => {
          const { $from, empty } = state.selection;
          if (!empty || $from.parentOffset > 0 || !MEDIA_FIGURES.includes($from.parent.type.name)) return false;
          if (dispatch) tr.setSelection(NodeSelection.create(tr.doc, $from.before()));
          return true;
        }),
    };
  },
});
