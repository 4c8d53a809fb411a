import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

export type Match = { from: number; to: number };
export type Search = { text: string; matchCase: boolean };

/** Where a text has what is sought, in its order. Words over two paragraphs are none. */
export function findMatches(doc: Node, { text, matchCase }: Search): Match[] {
  if (!text) return [];
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), matchCase ? 'gu' : 'giu');
  const found: Match[] = [];
  doc.descendants((block, pos) => {
    if (!block.isTextblock) return true;
    // A position in the block is a place in this text.
    const words = block.textBetween(0, block.content.size, undefined, '\ufffc');
    for (const { index, 0: match } of words.matchAll(pattern)) {
      found.push({ from: pos + 1 + index, to: pos + 1 + index + match.length });
    }
    return false;
  });
  return found;
}

/** Puts a text in the place of each match, with the marks that stood there. */
export function replaceMatches(tr: Transaction, matches: readonly Match[], text: string): Transaction {
  for (const { from, to } of [...matches].reverse()) {
    if (text) tr.insertText(text, from, to);
    else tr.delete(from, to);
  }
  return tr;
}

type Shown = { search: Search; current: number; matches: Match[] };

export const findKey = new PluginKey<Shown>('find');

/** Marks the matches in the text while one seeks. */
export function findPlugin(): Plugin<Shown> {
  return new Plugin<Shown>({
    key: findKey,
    state: {
      init: () => ({ search: { text: '', matchCase: false }, current: 0, matches: [] }),
      apply: (tr, shown) => {
        const change: Partial<Shown> | undefined = tr.getMeta(findKey);
        if (!change && !tr.docChanged) return shown;
        const search = change?.search ?? shown.search;
        const isSame = search === shown.search && !tr.docChanged;
        const matches = isSame ? shown.matches : findMatches(tr.doc, search);
        const wanted = change?.current ?? shown.current;
        return { search, matches, current: Math.max(0, Math.min(wanted, matches.length - 1)) };
      },
    },
    props: {
      decorations: (state) => {
        const { matches, current } = findKey.getState(state) ?? { matches: [], current: 0 };
        const marks = matches.map(({ from, to }, index) =>
          Decoration.inline(from, to, { class: index === current ? 'found-match is-current' : 'found-match' }),
        );
        return DecorationSet.create(state.doc, marks);
      },
    },
  });
}
