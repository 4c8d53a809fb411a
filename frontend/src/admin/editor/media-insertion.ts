import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { EmbedCard } from '../../api/types';
import type { UploadedMedia } from '../media/upload';
import { MEDIA_FIGURES } from './figure-nodes';

/**
 * Puts an uploaded file, or one of the library, into the text as a figure of its own, after the block at `position`.
 */
export function insertMedia(editor: Editor, media: UploadedMedia, position: number): void {
  editor
    .chain()
    .command(({ tr, state }) => {
      const type = state.schema.nodes[media.kind === 'video' ? 'videoFigure' : 'imageFigure'];
      if (!type) return false;
      const { fileUrl: src, width, height, alt, caption } = media;
      const text = caption ? state.schema.text(caption) : null;
      placeBlock(tr, type.create({ src, width, height, ...(alt && { alt }) }, text), position);
      return true;
    })
    .run();
}

/** Puts an embed card into the text, after the block with the caret. */
export function insertEmbed(editor: Editor, card: EmbedCard): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const type = state.schema.nodes.embedFigure;
      if (!type) return false;
      placeBlock(tr, type.create(card), state.selection.to);
      return true;
    })
    .run();
}

/** Takes every figure that shows `url` out of the text. */
export function removeMedia(editor: Editor, url: string): void {
  editor
    .chain()
    .command(({ tr, state }) => {
      const found: { from: number; to: number }[] = [];
      state.doc.descendants((node, pos) => {
        if (!MEDIA_FIGURES.includes(node.type.name) || node.attrs.src !== url) return true;
        found.push({ from: pos, to: pos + node.nodeSize });
        return false;
      });
      for (const { from, to } of found.reverse()) tr.delete(from, to);
      return true;
    })
    .run();
}

/**
 * Where new media go when nobody says where: after the block with the caret, or at the end of an untouched text.
 * Media put there before (`own`) are passed, so that files stand in the order they were picked in.
 */
export function insertionPosition(state: EditorState, touched: boolean, own: ReadonlySet<string>): number {
  if (!touched) return state.doc.content.size;
  const { $to } = state.selection;
  let position = $to.depth > 0 ? $to.after(1) : $to.pos;
  let next = state.doc.nodeAt(position);
  if (!next || !own.has(next.attrs.src)) return $to.pos;
  while (next && own.has(next.attrs.src)) {
    position += next.nodeSize;
    next = state.doc.nodeAt(position);
  }
  return position;
}

/** Inserts beside the top-level block at `position`, in its place when it is an empty paragraph. */
function placeBlock(tr: Transaction, block: Node, position: number): void {
  const $position = tr.doc.resolve(Math.min(position, tr.doc.content.size));
  if ($position.depth > 0) {
    const current = $position.node(1);
    if (isEmptyParagraph(current)) tr.replaceWith($position.before(1), $position.after(1), block);
    else tr.insert($position.after(1), block);
    return;
  }
  const before = $position.nodeBefore;
  if (before && isEmptyParagraph(before)) {
    tr.replaceWith($position.pos - before.nodeSize, $position.pos, block);
  } else {
    tr.insert($position.pos, block);
  }
}

function isEmptyParagraph(node: Node): boolean {
  return node.type.name === 'paragraph' && node.content.size === 0;
}
