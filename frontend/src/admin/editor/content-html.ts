import { DOMParser, DOMSerializer, type Node, type Schema } from '@tiptap/pm/model';
import { contentSchema } from './content-schema';
import { readFootnotes, writeFootnotes } from './footnotes-html';
import { markPictures, nameHeadings, passDirections } from './pasted-blocks';
import { readWordHtml } from './word-html';

/** Reads stored HTML into an editor document: a post's, or with `pageSchema` a page's. */
export function parseContent(html: string, schema: Schema = contentSchema): Node {
  return DOMParser.fromSchema(schema).parse(arrangeForEditor(fragmentOf(html)));
}

/** Writes an editor document as the HTML a post is stored in: no classes, styles or editor scaffolding. */
export function contentToHtml(doc: Node): string {
  const root = document.createElement('div');
  root.append(DOMSerializer.fromSchema(doc.type.schema).serializeFragment(doc.content));
  for (const table of root.querySelectorAll('table')) normalizeTable(table);
  for (const cell of root.querySelectorAll('td, th')) unwrapOnlyParagraph(cell);
  for (const item of root.querySelectorAll('li')) normalizeListItem(item);
  removeEmptyBlocks(root);
  liftComparison(root);
  for (const element of root.querySelectorAll('[class], [style]')) {
    element.removeAttribute('class');
    element.removeAttribute('style');
  }
  while (isEmptyParagraph(root.lastElementChild)) root.lastElementChild?.remove();
  writeFootnotes(root);
  return root.innerHTML;
}

/** Blocks of pages that nobody wrote in, which readers would see as holes. */
function removeEmptyBlocks(root: HTMLElement) {
  const isEmpty = (block: Element) => !block.textContent?.trim() && !block.querySelector('img, video, figure');
  for (const block of root.querySelectorAll('details, p[data-block], li')) {
    const isOfPage = block.localName !== 'li' || block.parentElement?.hasAttribute('data-block');
    if (isOfPage && isEmpty(block)) block.remove();
  }
  for (const list of root.querySelectorAll('ol[data-block], ul[data-block]')) {
    if (list.childElementCount === 0) list.remove();
  }
}

/** The comparison of deals stands outside of other blocks, wherever it was dropped, and a text has one. */
function liftComparison(root: HTMLElement) {
  const [first, ...others] = root.querySelectorAll('div[data-block=deals]');
  for (const other of others) other.remove();
  let outermost: Element | undefined = first;
  while (outermost?.parentElement && outermost.parentElement !== root) outermost = outermost.parentElement;
  if (first && outermost !== first) outermost?.after(first);
}

/** Whether copied HTML is pictures and no words. */
export function isPictureAlone(html: string): boolean {
  const root = fragmentOf(html);
  for (const hidden of root.querySelectorAll('style, script, title')) hidden.remove();
  return root.querySelector('img') !== null && !root.querySelector('table') && !root.textContent?.trim();
}

/** Pasted HTML, arranged like stored HTML. Pictures that no server can fetch become marked places. */
export function normalizePastedHtml(html: string, schema: Schema = contentSchema): string {
  const root = fragmentOf(html);
  readWordHtml(root, html, schema.nodes.footnote !== undefined);
  markPictures(root);
  // Spreadsheets put a line break into an empty cell.
  for (const br of root.querySelectorAll(':is(td, th) > br:only-child')) {
    if (!br.parentElement?.textContent?.trim()) br.remove();
  }
  passDirections(root);
  nameHeadings(root);
  return arrangeForEditor(root).innerHTML;
}

/** Brings figures and listings into the one shape the editor's nodes read. Works in place. */
function arrangeForEditor(root: HTMLElement): HTMLElement {
  for (const heading of root.querySelectorAll('h1')) {
    const section = document.createElement('h2'); // the page's own h1 is the title
    for (const { name, value } of heading.attributes) section.setAttribute(name, value);
    section.append(...heading.childNodes);
    heading.replaceWith(section);
  }
  readFootnotes(root);
  for (const br of root.querySelectorAll('pre br')) br.replaceWith('\n');
  for (const figure of root.querySelectorAll('figure')) {
    if (figure.querySelector('figure')) unwrapGallery(figure);
  }
  for (const figure of root.querySelectorAll('figure')) {
    const caption = figure.querySelector('figcaption');
    if (caption) figure.append(caption);
    if (!figure.hasAttribute('data-embed')) splitMedia(figure);
  }
  return root;
}

/** A gallery (figures in a figure) becomes its figures, its own caption a paragraph after them. */
function unwrapGallery(gallery: Element) {
  for (const child of [...gallery.children]) {
    if (child.tagName !== 'FIGCAPTION') continue;
    const paragraph = document.createElement('p');
    paragraph.append(...child.childNodes);
    child.remove();
    gallery.append(paragraph);
  }
  gallery.replaceWith(...gallery.childNodes);
}

/** One figure per picture or video; the caption stays with the last. */
function splitMedia(figure: Element) {
  const media = [...figure.querySelectorAll('img, video')];
  for (const medium of media.slice(0, -1)) {
    const own = document.createElement('figure');
    own.append(medium);
    figure.before(own);
  }
}

function normalizeTable(table: Element) {
  for (const colgroup of table.querySelectorAll('colgroup')) colgroup.remove();
  for (const cell of table.querySelectorAll('[colwidth]')) cell.removeAttribute('colwidth');
  if (table.parentElement?.classList.contains('tableWrapper')) table.parentElement.replaceWith(table);

  const body = table.querySelector('tbody');
  if (!body) return;
  const head = document.createElement('thead');
  while (body.firstElementChild && isHeaderRow(body.firstElementChild)) {
    head.append(body.firstElementChild);
  }
  if (head.childElementCount > 0) table.prepend(head);
  if (body.childElementCount === 0) body.remove();
}

function isHeaderRow(row: Element): boolean {
  return row.childElementCount > 0 && [...row.children].every((cell) => cell.tagName === 'TH');
}

function unwrapOnlyParagraph(cell: Element) {
  const [first] = cell.children;
  if (cell.childElementCount === 1 && first?.tagName === 'P' && !first.hasAttribute('dir'))
    first.replaceWith(...first.childNodes);
}

/** `<li>` holds its text directly unless it has several paragraphs. */
function normalizeListItem(item: Element) {
  const [first, ...rest] = item.children;
  if (first?.tagName !== 'P') return;
  if (isEmptyParagraph(first) && rest.length > 0) first.remove();
  else if (first.hasAttribute('dir')) return;
  else if (rest.every((child) => child.tagName === 'UL' || child.tagName === 'OL')) {
    first.replaceWith(...first.childNodes);
  }
}

function isEmptyParagraph(element: Element | null): boolean {
  return element?.tagName === 'P' && element.childNodes.length === 0;
}

function fragmentOf(html: string): HTMLElement {
  return new window.DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').body;
}
