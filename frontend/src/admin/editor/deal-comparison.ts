import { type ChainedCommands, Node } from '@tiptap/core';
import type { Node as DocumentNode, Schema } from '@tiptap/pm/model';
import { Selection, type Transaction } from '@tiptap/pm/state';
import { createContext } from 'react';
import type { DealLink } from '../../api/types';

/** The deals of the post that is written, as readers would have them now; null: this text is no post's. */
export const ComparedDeals = createContext<readonly DealLink[] | null>(null);

/** The place of the comparison of the post's deals. It holds nothing: what readers see is drawn from the deals. */
export const DealComparison = Node.create({
  name: 'dealComparison',
  group: 'block',
  atom: true,
  draggable: true,
  parseHTML: () => [{ tag: 'div[data-block=deals]' }],
  renderHTML: () => ['div', { 'data-block': 'deals' }],
});

/** Puts the comparison where the caret is, outside of lists and quotes. A text has one, which moves here. */
export function placeComparison(chain: ChainedCommands): ChainedCommands {
  return chain.command(({ tr, state: { schema } }) => {
    const comparison = schema.nodes.dealComparison?.create();
    if (comparison) place(tr, comparison);
    return true;
  });
}

function place(tr: Transaction, comparison: DocumentNode) {
  const { $from, to } = tr.selection;
  const replaces = $from.depth === 1 && $from.parent.content.size === 0;
  const from = replaces ? $from.before(1) : $from.depth === 0 ? to : $from.after(1);
  tr.replaceWith(from, replaces ? $from.after(1) : from, comparison);
  const after = from + comparison.nodeSize;
  // The caret goes on below.
  if (!tr.doc.resolve(after).nodeAfter?.isTextblock) tr.insert(after, paragraphOf(comparison.type.schema));
  tr.setSelection(Selection.near(tr.doc.resolve(after)));
  const others: number[] = [];
  tr.doc.forEach((node, at) => {
    if (node.type === comparison.type && at !== from) others.unshift(at);
  });
  for (const at of others) tr.delete(at, at + comparison.nodeSize);
}

function paragraphOf(schema: Schema) {
  return schema.nodes.paragraph?.create() ?? [];
}
