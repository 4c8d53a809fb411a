import { Extension, type Extensions, Node } from '@tiptap/core';

/** A question that opens its answer. */
const Question = Node.create({
  name: 'question',
  group: 'block',
  content: 'questionTitle block+',
  defining: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: () => ['details', 0],
  // In the editor nothing is folded away.
  addNodeView: () => () => {
    const dom = document.createElement('div');
    dom.className = 'page-question';
    return { dom, contentDOM: dom };
  },
});

const QuestionTitle = Node.create({
  name: 'questionTitle',
  content: 'inline*',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'summary' }],
  renderHTML: () => ['summary', 0],
  addKeyboardShortcuts() {
    return {
      // Goes on in the answer.
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection;
        if ($from.parent.type.name !== this.name) return false;
        return editor.commands.setTextSelection($from.after() + 1);
      },
    };
  },
});

/** A contact box, or something beside the text. */
const PageSection = Node.create({
  name: 'pageSection',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ kind: dataBlock() }),
  parseHTML: () => ['contact', 'aside'].map((kind) => ({ tag: `aside[data-block=${kind}]` })),
  renderHTML: ({ HTMLAttributes }) => ['aside', HTMLAttributes, 0],
});

const ContactForm = Node.create({
  name: 'contactForm',
  group: 'block',
  atom: true,
  parseHTML: () => [{ tag: 'div[data-block=contact-form]' }],
  renderHTML: () => ['div', { 'data-block': 'contact-form' }],
});

/** How lists and paragraphs of a page look, and the ids of its headings, which links may name. */
const PageAttributes = Extension.create({
  name: 'pageAttributes',
  addGlobalAttributes: () => [
    { types: ['bulletList', 'orderedList', 'paragraph'], attributes: { block: dataBlock() } },
    { types: ['heading'], attributes: { id: { default: null } } },
  ],
});

export const pageBlockExtensions: Extensions = [Question, QuestionTitle, PageSection, ContactForm, PageAttributes];

function dataBlock() {
  return {
    default: null,
    parseHTML: (element: HTMLElement) => element.getAttribute('data-block'),
    renderHTML: (attributes: Record<string, unknown>) => {
      const name = attributes.block ?? attributes.kind;
      return name ? { 'data-block': name } : {};
    },
  };
}
