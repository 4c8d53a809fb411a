import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';

/** A heading that a link within the text can lead to. */
export type LinkedHeading = { pos: number; id: string; text: string };

/** The headings of a text that links can name, each with its id or the one that it would get. */
export function linkedHeadings(doc: Node, levels: readonly number[]): LinkedHeading[] {
  const found: LinkedHeading[] = [];
  const taken = new Set<string>();
  doc.descendants((node) => {
    if (node.type.name === 'heading' && node.attrs.id) taken.add(node.attrs.id);
  });
  doc.descendants((node, pos) => {
    const text = node.textContent.trim();
    if (node.type.name !== 'heading' || !levels.includes(node.attrs.level) || text === '') return;
    const id = node.attrs.id ?? freeId(idFrom(text), taken);
    taken.add(id);
    found.push({ pos, id, text });
  });
  return found;
}

/** The heading that the part of an address after its `#` names, by its id or its words. */
export function headingOf(part: string, headings: readonly LinkedHeading[]): LinkedHeading | undefined {
  const name = part.replace(/^(?:h|story)-/, '');
  return (
    headings.find(({ id }) => id === part || id === name) ??
    headings.find(({ text }) => wordsOf(text) !== '' && wordsOf(text) === wordsOf(name))
  );
}

/** Gives a heading the id that links name. */
export function nameHeading(editor: Editor, { pos, id }: LinkedHeading): void {
  if (editor.state.doc.nodeAt(pos)?.attrs.id === id) return;
  editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'id', id));
}

/** An id as the server makes it: `[a-z0-9-]`, never with the prefix it is drawn with. */
export function idFrom(text: string): string {
  const id = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
    .replace(/^(?:h-+)+/, '');
  if (id === '' || id === 'h') return 'part';
  return /^fn(?:ref)?-/.test(id) ? `note-${id}` : id;
}

function freeId(base: string, taken: ReadonlySet<string>): string {
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
  return id;
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join('-');
}
