import { type Editor, Extension } from '@tiptap/core';
import { closeHistory, isHistoryTransaction } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state';
import { api, apiPath } from '../../api/client';
import type { EmbedCard } from '../../api/types';
import { staffCall } from '../session/staff-call';

/** Services whose links become cards. What exactly can be one is the server's to say. */
const SERVICES =
  /^https?:\/\/(?:(?:www|m|music|mobile|player|open|w)\.)?(?:youtube\.com|youtu\.be|youtube-nocookie\.com|vimeo\.com|x\.com|twitter\.com|soundcloud\.com|spotify\.com)\/\S+$/i;

/** The paragraph that holds nothing but a link, while it is written in, and those whose card is asked for. */
type LoneLinks = { written: number | null; isPasted: boolean; asked: { pos: number; address: string }[] };
type Change = { asked: number } | { answered: string };

const key = new PluginKey<LoneLinks>('loneLinks');

/**
 * A link of a listed service, pasted or typed alone in a paragraph, becomes a card: a pasted one at once, a typed one
 * when the caret leaves it. Undo gives the link back, which then stays one.
 */
export const LoneLinks = Extension.create({
  name: 'loneLinks',
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin<LoneLinks>({
        key,
        state: { init: () => ({ written: null, isPasted: false, asked: [] }), apply },
        props: {
          handleDOMEvents: {
            blur: () => {
              askFor(editor);
              return false;
            },
          },
        },
        view: () => ({
          update: ({ state }) => {
            const { written, isPasted } = key.getState(state) ?? {};
            if (typeof written !== 'number') return;
            if (isPasted || state.selection.$from.depth === 0 || state.selection.$from.before(1) !== written) {
              askFor(editor);
            }
          },
        }),
      }),
    ];
  },
});

function apply(
  tr: Transaction,
  { written, isPasted, asked }: LoneLinks,
  _: EditorState,
  state: EditorState,
): LoneLinks {
  const change: Change | undefined = tr.getMeta(key);
  const moved = asked.map((one) => ({ ...one, pos: tr.mapping.map(one.pos) }));
  if (change && 'answered' in change) {
    return { written, isPasted, asked: moved.filter((one) => one.address !== change.answered) };
  }
  if (change) {
    const address = linkAt(state.doc, change.asked);
    return { written: null, isPasted: false, asked: address ? [...moved, { pos: change.asked, address }] : moved };
  }
  const here = state.selection.$from.depth === 1 ? state.selection.$from.before(1) : null;
  if (tr.docChanged && !isHistoryTransaction(tr) && here !== null && linkAt(state.doc, here)) {
    // The link's mark follows the paste in a transaction of its own.
    const isOfPaste = Boolean(tr.getMeta('paste')) || (isPasted && Boolean(tr.getMeta('appendedTransaction')));
    return { written: here, isPasted: isOfPaste, asked: moved };
  }
  const kept = written === null || isHistoryTransaction(tr) ? null : tr.mapping.map(written);
  return { written: kept !== null && linkAt(state.doc, kept) ? kept : null, isPasted, asked: moved };
}

/** The address of a paragraph that is nothing but a link of a listed service. */
function linkAt(doc: Node, pos: number): string | null {
  const node = pos < doc.content.size ? doc.nodeAt(pos) : null;
  if (node?.type.name !== 'paragraph') return null;
  // The whole of what was typed counts, however much of it is marked as a link.
  const text = node.textContent.trim();
  const isText = node.children.every((child) => child.isText && linksTo(child, text));
  return isText && SERVICES.test(text) ? text : null;
}

/** A link that leads elsewhere than its words say is meant as it is. */
function linksTo(child: Node, text: string): boolean {
  const link = child.marks.find((mark) => mark.type.name === 'link');
  return !link || text.startsWith(link.attrs.href);
}

function askFor(editor: Editor): void {
  const pos = key.getState(editor.state)?.written;
  if (typeof pos !== 'number' || !editor.isEditable) return;
  const address = linkAt(editor.state.doc, pos);
  editor.view.dispatch(editor.state.tr.setMeta(key, { asked: pos } satisfies Change));
  if (address) void replaceByCard(editor, address);
}

/** Where the server makes no card of it, or does not answer, the link stays as it is. */
async function replaceByCard(editor: Editor, address: string): Promise<void> {
  const card = await staffCall(() => api.get<EmbedCard>(apiPath('/admin/embed', { address }))).catch(() => null);
  if (editor.isDestroyed) return;
  const pos = key.getState(editor.state)?.asked.find((one) => one.address === address)?.pos;
  const tr = editor.state.tr.setMeta(key, { answered: address } satisfies Change);
  if (card && pos !== undefined && linkAt(editor.state.doc, pos) === address) putCard(closeHistory(tr), pos, card);
  editor.view.dispatch(tr);
}

function putCard(tr: Transaction, pos: number, card: EmbedCard): void {
  const { embedFigure, paragraph } = tr.doc.type.schema.nodes;
  const link = tr.doc.nodeAt(pos);
  if (!embedFigure || !paragraph || !link) return;
  const hadCaret = tr.selection.from >= pos && tr.selection.to <= pos + link.nodeSize;
  const figure = embedFigure.create(card);
  tr.replaceWith(pos, pos + link.nodeSize, figure);
  const after = pos + figure.nodeSize;
  if (after === tr.doc.content.size) tr.insert(after, paragraph.create());
  if (hadCaret) tr.setSelection(TextSelection.near(tr.doc.resolve(after), 1));
}
