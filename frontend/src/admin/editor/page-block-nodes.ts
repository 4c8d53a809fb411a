import { Extension, type Extensions, Node } from '@tiptap/core';
import type { Node as DocumentNode, ResolvedPos } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** A question that opens its answer. */
const Question = Node.create({
  name: 'question',
  group: 'block',
  content: 'questionTitle block+',
  defining: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: ({ HTMLAttributes }) => ['details', HTMLAttributes, 0],
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

/** How lists and paragraphs of a page look. */
const PageAttributes = Extension.create({
  name: 'pageAttributes',
  addGlobalAttributes: () => [
    { types: ['bulletList', 'orderedList', 'paragraph'], attributes: { block: dataBlock() } },
  ],
});

/** Says what belongs into each empty part of a block. */
export const PageBlockPlaceholder = Extension.create({
  name: 'pageBlockPlaceholder',
  addProseMirrorPlugins: () => [new Plugin({ props: { decorations: ({ doc }) => placeholders(doc) } })],
});

function placeholders(doc: DocumentNode): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, pos) => {
    const text = node.isTextblock && node.content.size === 0 && placeholderIn(doc.resolve(pos), node);
    if (text) {
      found.push(Decoration.node(pos, pos + node.nodeSize, { class: 'is-empty', 'data-placeholder': text }));
    }
  });
  return DecorationSet.create(doc, found);
}

function placeholderIn(place: ResolvedPos, node: DocumentNode): string {
  if (node.type.name === 'questionTitle') return 'The question';
  const { parent } = place;
  switch (parent.type.name) {
    case 'question':
      return 'The answer';
    case 'pageSection':
      return parent.attrs.kind === 'contact' ? 'Talk to us' : 'Beside the text';
    case 'listItem':
      return LIST_PLACEHOLDERS[place.node(-1).attrs.block]?.[place.index()] ?? '';
    default:
      return '';
  }
}

/** Of the paragraphs of an item, by `data-block`. */
const LIST_PLACEHOLDERS: Record<string, string[]> = {
  steps: ['The step', 'What happens'],
  included: ['What is included'],
  'left-out': ['What is not included'],
  cards: ['A title', 'A sentence about it'],
};

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
