import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

type Change = { add: { id: object; position: number; text: string } } | { remove: { id: object } };

const key = new PluginKey<DecorationSet>('uploadPlaces');

/** Placeholders: mark where a file that is on its way will stand, and move with the text around them. */
export const UploadPlaceholders = Extension.create({
  name: 'uploadPlaces',
  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, places) {
            const moved = places.map(tr.mapping, tr.doc);
            const change = tr.getMeta(key) as Change | undefined;
            if (!change) return moved;
            if ('add' in change) {
              const { id, position, text } = change.add;
              return moved.add(tr.doc, [Decoration.widget(position, () => placeholder(text), { id, side: 1 })]);
            }
            return moved.remove(moved.find(undefined, undefined, (spec) => spec.id === change.remove.id));
          },
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ];
  },
});

/** Reserves a place; the answer tells where it is now and gives it up. Null when the text around it was deleted. */
export function addUploadPlaceholder(editor: Editor, position: number, text: string): () => number | null {
  const id = {};
  dispatch(editor, { add: { id, position, text } });
  return () => {
    if (editor.isDestroyed) return null;
    const [place] = key.getState(editor.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? [];
    dispatch(editor, { remove: { id } });
    return place?.from ?? null;
  };
}

function dispatch(editor: Editor, change: Change): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, change).setMeta('addToHistory', false));
}

function placeholder(text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'upload-place';
  element.textContent = text;
  return element;
}
