import { Extension } from '@tiptap/core';
import { isHistoryTransaction } from '@tiptap/pm/history';
import type { Mark, Node } from '@tiptap/pm/model';
import { Plugin, type Transaction } from '@tiptap/pm/state';

/**
 * A typed address is linked as a whole. It becomes a link at the blank after it; when its writer goes back and types
 * on, or pastes the rest, the link would go on leading to a part of what its words say.
 */
export const WholeLinks = Extension.create({
  name: 'wholeLinks',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, before, { selection, tr }) => {
        const isTyped = transactions.some(({ docChanged }) => docChanged) && !transactions.some(isHistoryTransaction);
        if (!isTyped || !selection.$from.parent.isTextblock) return null;
        followWords(tr, selection.$from.start(), before.doc);
        return tr.docChanged ? tr : null;
      },
    }),
  ],
});

/** Lets the links of a block lead where their words say, if they did so before the change. */
function followWords(tr: Transaction, start: number, before: Node): void {
  const block = tr.doc.resolve(start).parent;
  block.forEach((node, offset, index) => {
    const link = node.marks.find(isLink);
    if (!link || !node.text) return;
    const next = block.maybeChild(index + 1);
    const isFollowed = next?.isText && !next.marks.some((mark) => isLink(mark) || mark.type.name === 'code');
    const rest = isFollowed ? (/^\S+/.exec(next.text ?? '')?.[0] ?? '') : '';
    const address = withoutPunctuation(node.text + rest);
    if (address === link.attrs.href || !/^https?:\/\/\S+$/i.test(address)) return;
    const isBroken = rest !== '' && node.text === link.attrs.href;
    if (!isBroken && !wasItsWords(before, link)) return;
    const [from, to] = [start + offset, start + offset + Math.max(address.length, node.text.length)];
    tr.removeMark(from, to, link.type);
    tr.addMark(from, to, link.type.create({ ...link.attrs, href: address }));
  });
}

/** Whether a link said where it leads. */
function wasItsWords(doc: Node, link: Mark): boolean {
  let found = false;
  doc.descendants((node) => {
    found ||= link.isInSet(node.marks) && withoutPunctuation(node.text ?? '') === link.attrs.href;
    return !found;
  });
  return found;
}

function isLink(mark: Mark): boolean {
  return mark.type.name === 'link';
}

/** The end of a sentence is no part of an address. */
function withoutPunctuation(text: string): string {
  return text.replace(/[.,;:!?)\]}'"»”]+$/, '');
}
