import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEditorState } from '@tiptap/react';
import { noteText } from './note-schema';
import { reviewText } from './review';

/** As the server counts, which says the same on the post's page. */
const WORDS_PER_MINUTE = 220;

/** Screen readers hear of every hundredth word alone. */
const ANNOUNCED_WORDS = 100;

/** How many words the text has, and how long it takes to read. */
export function TextCount({ editor }: { editor: Editor }) {
  const words = useEditorState({ editor, selector: ({ editor: { state } }) => countWords(state.doc) });
  const announced = Math.floor(words / ANNOUNCED_WORDS) * ANNOUNCED_WORDS;
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-end gap-x-4 border-t border-rule px-4 text-xs text-ink-3 tabular-nums">
      <p>{words === 1 ? '1 word' : `${words.toLocaleString('en')} words`}</p>
      <p>{Math.max(1, Math.ceil(words / WORDS_PER_MINUTE))} min read</p>
      <p role="status" className="sr-only">
        {announced > 0 ? `More than ${announced} words` : ''}
      </p>
    </div>
  );
}

const counted = new WeakMap<Node, number>();

export function countWords(doc: Node): number {
  let count = counted.get(doc);
  if (count === undefined) {
    count = readText(doc)
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    counted.set(doc, count);
  }
  return count;
}

/** What is read of a document: the text of its blocks, then its notes. */
function readText(doc: Node): string {
  let text = '';
  let notes = '';
  doc.descendants((node) => {
    if (node.isText) text += node.text;
    else if (node.type.name === 'footnote') notes += ` ${noteText(node.attrs.note)}`;
    else if (node.type.name === 'reviewBox') text += ` ${reviewText(node.attrs.review)} `;
    else text += ` ${node.attrs.label ?? ''} `;
  });
  return text + notes;
}
