import { type Extensions, getSchema, type JSONContent } from '@tiptap/core';
import { DOMParser, DOMSerializer, Node } from '@tiptap/pm/model';
import StarterKit from '@tiptap/starter-kit';
import { inlineMarks, linkOptions } from './inline-marks';

/** What the note of a footnote can hold: one run of text. */
export const noteExtensions: Extensions = [
  StarterKit.configure({
    link: linkOptions,
    blockquote: false,
    bulletList: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    heading: false,
    horizontalRule: false,
    listItem: false,
    listKeymap: false,
    orderedList: false,
    trailingNode: false,
  }),
  ...inlineMarks,
];

const noteSchema = getSchema(noteExtensions);

export function noteDocument(note: JSONContent[]): JSONContent {
  return { type: 'doc', content: [{ type: 'paragraph', content: note }] };
}

/** The run of a document; its paragraphs are joined by line breaks. */
export function noteOf(document: JSONContent): JSONContent[] {
  const runs = (document.content ?? []).map((paragraph) => paragraph.content ?? []).filter((run) => run.length > 0);
  return runs.flatMap((run, index) => (index === 0 ? run : [{ type: 'hardBreak' }, ...run]));
}

export function parseNote(element: HTMLElement): JSONContent[] {
  return noteOf(DOMParser.fromSchema(noteSchema).parse(element).toJSON());
}

export function renderNote(note: JSONContent[]): DocumentFragment {
  const document = Node.fromJSON(noteSchema, noteDocument(note));
  const fragment = window.document.createDocumentFragment();
  const run = document.firstChild?.content;
  if (run) DOMSerializer.fromSchema(noteSchema).serializeFragment(run, {}, fragment);
  return fragment;
}

export function noteText(note: JSONContent[]): string {
  return note.map((node) => node.text ?? ' ').join('');
}
