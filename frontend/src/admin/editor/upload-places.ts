import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

type Change = { add: { id: string; position: number; element: HTMLElement } } | { remove: { id: string } };

const key = new PluginKey<DecorationSet>('uploadPlaces');

/** Places where files that are on their way will stand: between blocks, moving with the text around them. */
export const UploadPlaces = Extension.create({
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
            if ('remove' in change)
              return moved.remove(moved.find(undefined, undefined, (spec) => spec.id === change.remove.id));
            const { id, position, element } = change.add;
            // Its buttons are no concern of the text.
            const spec = { id, key: id, side: 1, stopEvent: () => true, ignoreSelection: true };
            return moved.add(tr.doc, [Decoration.widget(position, () => element, spec)]);
          },
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ];
  },
});

/** A place that is kept. */
export type UploadPlace = {
  /** Stands in it. */
  element: HTMLElement;
  /** Gives it up and tells where it is now; null when the text around it was deleted. */
  leave: () => number | null;
};

/** Keeps a place after the block that holds `position`. Those of one block stand in the order in which they came. */
export function keepUploadPlace(editor: Editor, id: string, position: number): UploadPlace {
  const element = document.createElement('div');
  element.className = 'upload-place';
  const $position = editor.state.doc.resolve(Math.min(position, editor.state.doc.content.size));
  dispatch(editor, { add: { id, position: $position.depth > 0 ? $position.after(1) : $position.pos, element } });
  return {
    element,
    leave: () => {
      if (editor.isDestroyed) return null;
      const [place] = key.getState(editor.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? [];
      dispatch(editor, { remove: { id } });
      return place?.from ?? null;
    },
  };
}

function dispatch(editor: Editor, change: Change): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, change).setMeta('addToHistory', false));
}
