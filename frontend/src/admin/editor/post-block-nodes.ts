import { type Extensions, Node } from '@tiptap/core';
import { DealComparison } from './deal-comparison';
import { parseNote, renderNote } from './note-schema';
import { type Review, readReview, reviewOutput } from './review';

/** Words of the text itself, set large. */
const PullQuote = Node.create({
  name: 'pullQuote',
  group: 'block',
  content: 'block+',
  defining: true,
  priority: 110, // before the ordinary quote
  parseHTML: () => [{ tag: 'blockquote[data-block=pull-quote]' }],
  renderHTML: ({ HTMLAttributes }) => ['blockquote', { 'data-block': 'pull-quote', ...HTMLAttributes }, 0],
});

/** A reference that carries its note, so that both move together. Its number follows from its place. */
export const Footnote = Node.create({
  name: 'footnote',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ note: { default: [], parseHTML: parseNote, rendered: false } }),
  parseHTML: () => [{ tag: 'span[data-footnote]' }],
  renderHTML: ({ node }) => {
    const dom = document.createElement('span');
    dom.dataset.footnote = '';
    dom.append(renderNote(node.attrs.note));
    return dom;
  },
});

export const ReviewBox = Node.create({
  name: 'reviewBox',
  group: 'block',
  atom: true,
  draggable: true,
  priority: 110,
  addAttributes: () => ({ review: { default: null, parseHTML: readReview, rendered: false } }),
  parseHTML: () => [{ tag: 'aside[data-block=review]', getAttrs: (element) => (readReview(element) ? null : false) }],
  renderHTML: ({ node }) => reviewOutput(node.attrs.review as Review) as [string, ...never[]],
});

/** What posts and newsletters have beyond pages. */
export const postBlockExtensions: Extensions = [PullQuote, Footnote, ReviewBox, DealComparison];
