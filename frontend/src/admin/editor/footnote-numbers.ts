import { Extension, type NodeViewRendererProps } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { noteText } from './note-schema';

/** Numbers the references of a text by their place, and says to whom cannot see it what each is. */
export const FootnoteNumbers = Extension.create({
  name: 'footnoteNumbers',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => numbersIn(doc),
        apply: (tr, numbers) => (tr.docChanged ? numbersIn(tr.doc) : numbers),
      },
      props: {
        decorations(state) {
          return this.getState(state);
        },
      },
    }),
  ],
});

function numbersIn(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name !== 'footnote') return;
    const number = String(found.length + 1);
    const text = noteText(node.attrs.note);
    const attributes = { 'data-number': number, title: text, role: 'img', 'aria-label': `Footnote ${number}: ${text}` };
    found.push(Decoration.node(pos, pos + node.nodeSize, attributes));
  });
  return DecorationSet.create(doc, found);
}

/** A reference in the writing surface; its number is drawn by the style sheet. */
export function footnoteView(_: NodeViewRendererProps) {
  const dom = document.createElement('sup');
  dom.className = 'footnote-reference';
  return { dom };
}
