import { type Extensions, getSchema, Mark } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import StarterKit from '@tiptap/starter-kit';
import { Caption, CaptionedBlock, EmbedFigure, ImageFigure, VideoFigure } from './figure-nodes';
import { pageBlockExtensions } from './page-block-nodes';

/**
 * The starter kit with two limits lifted: inline code may be bold or a link, and a listing may hold marks.
 * Otherwise loading and saving an imported post would drop them.
 */
const TextKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      if (extension.name === 'code') return extension.extend({ excludes: '' });
      if (extension.name === 'codeBlock') {
        return extension.extend({ marks: 'bold italic underline strike link superscript subscript' });
      }
      return extension;
    });
  },
});

const Superscript = inlineMark('superscript', 'sup');
const Subscript = inlineMark('subscript', 'sub');
const Citation = inlineMark('citation', 'cite');

const ScopedHeader = TableHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), scope: { default: null } };
  },
});

/** Everything a post's text can hold: the same elements the server's cleaner keeps. */
export const contentExtensions: Extensions = [
  TextKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  Superscript,
  Subscript,
  Citation,
  Table.configure({ resizable: false, renderWrapper: true, cellMinWidth: 80 }),
  TableRow,
  ScopedHeader,
  TableCell,
  ImageFigure,
  VideoFigure,
  EmbedFigure,
  CaptionedBlock,
  Caption,
];

export const contentSchema = getSchema(contentExtensions);

/** Everything a page's text can hold: what a post's can, and the blocks of pages. */
export const pageExtensions: Extensions = [...contentExtensions, ...pageBlockExtensions];

export const pageSchema = getSchema(pageExtensions);

function inlineMark(name: string, tag: string) {
  return Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  });
}
