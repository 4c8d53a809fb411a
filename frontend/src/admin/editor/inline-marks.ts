import { type Extensions, Mark } from '@tiptap/core';

/** Marks that the starter kit lacks. */
export const inlineMarks: Extensions = [
  inlineMark('superscript', 'sup'),
  inlineMark('subscript', 'sub'),
  inlineMark('citation', 'cite'),
  // Words in another language, as any element may say it; that of words within others is theirs.
  Mark.create({
    name: 'language',
    addAttributes: () => ({ lang: { default: null } }),
    parseHTML: () => [{ tag: '[lang]', consuming: false, priority: 60 }],
    renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
  }),
];

/** The server writes `rel` by itself; a link that is pressed while writing is edited, not followed. */
export const linkOptions = {
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null, class: null },
} as const;

function inlineMark(name: string, tag: string) {
  return Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  });
}
