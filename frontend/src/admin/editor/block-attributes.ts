import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Blocks of text, which have a direction; of a figure it is that of its caption. */
const BLOCKS = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'pullQuote',
  'codeBlock',
  'table',
  'tableCell',
  'tableHeader',
  'imageFigure',
  'videoFigure',
  'embedFigure',
  'missingFigure',
  'captionedBlock',
  'question',
  'pageSection',
];

/** Those that are drawn with `dir="auto"` as a whole. */
const FOLLOWING = ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'pullQuote', 'codeBlock'];

/** What blocks keep beyond their words: their direction, the ids of headings, how lists are numbered. */
export const BlockAttributes = Extension.create({
  name: 'blockAttributes',
  addGlobalAttributes: () => [
    { types: BLOCKS, attributes: { dir: { default: null, parseHTML: directionOf } } },
    // The second half of a heading or item that is split has no name, and no number, of its own.
    { types: ['heading'], attributes: { id: { default: null, keepOnSplit: false, parseHTML: idOf } } },
    { types: ['listItem'], attributes: { value: { default: null, keepOnSplit: false, parseHTML: numberOf } } },
    { types: ['orderedList'], attributes: { reversed: { default: null, parseHTML: reversedOf } } },
  ],
  addProseMirrorPlugins: () => [
    new Plugin({
      props: { decorations: ({ doc }) => directions(doc) },
      appendTransaction: (transactions, _, { doc, tr }) => {
        if (transactions.some(({ docChanged }) => docChanged)) dropRepeatedIds(doc, tr);
        return tr.docChanged ? tr : null;
      },
    }),
  ],
});

/** A heading that is split or copied leaves its id with the first. */
function dropRepeatedIds(doc: Node, tr: Transaction): void {
  const taken = new Set<string>();
  doc.descendants((node, pos) => {
    if (node.type.name !== 'heading' || !node.attrs.id) return;
    if (taken.has(node.attrs.id)) tr.setNodeAttribute(pos, 'id', null);
    taken.add(node.attrs.id);
  });
}

/** As on the page: a block that says no direction follows its first letters, with all that is in it. */
function directions(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.forEach((block, pos) => {
    if (!FOLLOWING.includes(block.type.name) || block.attrs.dir) return;
    found.push(Decoration.node(pos, pos + block.nodeSize, { dir: 'auto' }));
  });
  return DecorationSet.create(doc, found);
}

function directionOf(element: HTMLElement): string | null {
  const said = element.getAttribute('dir')?.trim().toLowerCase();
  return said === 'rtl' || said === 'ltr' ? said : null;
}

function idOf(element: HTMLElement): string | null {
  return element.id || null;
}

function numberOf(element: HTMLElement): number | null {
  const value = Number.parseInt(element.getAttribute('value') ?? '', 10);
  return Number.isNaN(value) ? null : value;
}

/** An attribute that is there or not. */
function reversedOf(element: HTMLElement): '' | null {
  return element.hasAttribute('reversed') ? '' : null;
}
