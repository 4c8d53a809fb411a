import { type Extensions, getSchema } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import StarterKit from '@tiptap/starter-kit';
import { BlockAttributes } from './block-attributes';
import { Caption, CaptionedBlock, EmbedFigure, ImageFigure, MissingFigure, VideoFigure } from './figure-nodes';
import { inlineMarks, linkOptions } from './inline-marks';
import { pageBlockExtensions } from './page-block-nodes';
import { postBlockExtensions } from './post-block-nodes';

/**
 * The starter kit with two limits lifted: inline code may be bold or a link, and a listing may hold marks.
 * Otherwise loading and saving an imported post would drop them.
 */
const TextKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      if (extension.name === 'code') return extension.extend({ excludes: '' });
      if (extension.name === 'codeBlock') {
        return extension.extend({ marks: 'bold italic underline strike link superscript subscript language' });
      }
      return extension;
    });
  },
});

const ScopedHeader = TableHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), scope: { default: null } };
  },
});

/** What every text can hold: the same elements the server's cleaner keeps. */
export const textExtensions: Extensions = [
  TextKit.configure({
    heading: { levels: [2, 3, 4] },
    link: linkOptions,
  }),
  ...inlineMarks,
  BlockAttributes,
  Table.configure({ resizable: false, renderWrapper: true, cellMinWidth: 80 }),
  TableRow,
  ScopedHeader,
  TableCell,
  ImageFigure,
  VideoFigure,
  EmbedFigure,
  MissingFigure,
  CaptionedBlock,
  Caption,
];

/** Everything a post's text can hold. */
export const contentExtensions: Extensions = [...textExtensions, ...postBlockExtensions];

export const contentSchema = getSchema(contentExtensions);

/** Everything a page's text can hold. */
export const pageExtensions: Extensions = [...textExtensions, ...pageBlockExtensions];

export const pageSchema = getSchema(pageExtensions);
