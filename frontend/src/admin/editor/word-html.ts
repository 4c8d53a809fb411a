// HTML of word processors, brought into the shape of stored HTML. Works in place.
//
// Word for desktops writes lists as paragraphs (`mso-list:l0 level2 lfo1`) that begin with the typed marker in
// `mso-list:Ignore`. Footnotes are two anchors that lead to each other: so does LibreOffice, and so do Google's
// documents that are saved as a web page.

/** Lists, empty paragraphs, languages (of spelling checks: every run of words has one) and, where the text can hold them, footnotes. `html` is what was copied, with its styles. */
export function readWordHtml(root: HTMLElement, html: string, withFootnotes: boolean): void {
  if (withFootnotes) readNotes(root);
  if (!root.querySelector('[style*="mso-"], [class^="Mso"]')) return;
  for (const element of root.querySelectorAll('[lang]')) element.removeAttribute('lang');
  for (const paragraph of root.querySelectorAll('p')) {
    if (isBlank(paragraph)) paragraph.remove();
  }
  readLists(root, numberFormats(html));
}

function isBlank(element: Element): boolean {
  return !element.textContent?.trim() && !element.querySelector('img, video, table');
}

function styleOf(element: Element): string {
  return element.getAttribute('style') ?? '';
}

type Marked = { level: number; list: string; kind: string; ordered: boolean; type: string | null; value: number };
type OpenList = Marked & { element: HTMLElement; item: HTMLElement; next: number };

function readLists(root: HTMLElement, formats: ReadonlyMap<string, string>): void {
  let open: OpenList[] = [];
  let last: Element | null = null;
  for (const paragraph of root.querySelectorAll('p')) {
    const goesOn: boolean = last !== null && paragraph.previousElementSibling === last;
    const marked = readMarker(paragraph, formats);
    if (!goesOn) open = [];
    if (!marked) {
      // A further paragraph of the item before it.
      const item = goesOn && /^MsoListParagraph/.test(paragraph.className) ? open.at(-1)?.item : undefined;
      if (!item) {
        open = [];
        last = null;
        continue;
      }
      item.append(paragraph);
      continue;
    }
    const item = document.createElement('li');
    item.append(paragraphOf(paragraph));
    while (open.length > 0 && !canHold(open.at(-1), marked)) open.pop();
    const parent = open.at(-1);
    if (parent && parent.level === marked.level) {
      if (marked.ordered && marked.value !== parent.next) item.setAttribute('value', String(marked.value));
      parent.element.append(item);
      parent.item = item;
      parent.next = marked.value + 1;
      paragraph.remove();
    } else {
      const element = createList(marked);
      element.append(item);
      open.push({ ...marked, element, item, next: marked.value + 1 });
      if (parent) {
        parent.item.append(element);
        paragraph.remove();
      } else {
        paragraph.replaceWith(element);
      }
    }
    last = open[0]?.element ?? null;
  }
}

/** Whether an item comes into an open list, or into one within it. */
function canHold(open: OpenList | undefined, item: Marked): boolean {
  if (!open || open.level > item.level) return false;
  return open.level < item.level || (open.list === item.list && open.kind === item.kind);
}

function createList({ ordered, type, value }: Marked): HTMLElement {
  const list = document.createElement(ordered ? 'ol' : 'ul');
  if (ordered && value !== 1) list.setAttribute('start', String(value));
  if (ordered && type) list.setAttribute('type', type);
  return list;
}

function paragraphOf(paragraph: Element): HTMLElement {
  const plain = document.createElement('p');
  const direction = paragraph.getAttribute('dir');
  if (direction) plain.setAttribute('dir', direction);
  plain.append(...paragraph.childNodes);
  return plain;
}

/** Takes the marker out of a paragraph that is an item; null for any other. */
function readMarker(paragraph: Element, formats: ReadonlyMap<string, string>): Marked | null {
  const said = /mso-list:\s*(l\d+)\s+level(\d+)(?:\s+(lfo\d+))?/i.exec(styleOf(paragraph));
  if (!said) return null;
  const [, list = '', level = '1', override = ''] = said;
  const markers = [...paragraph.querySelectorAll('[style]')].filter((one) => /mso-list:\s*Ignore/i.test(styleOf(one)));
  const marker = markers.map((one) => one.textContent ?? '').join('');
  for (const one of markers) one.remove();
  const format = formats.get(`${list}:level${level}`.toLowerCase());
  const number = /([\p{L}\p{N}]+)[.):\]-]*$/u.exec(marker.replaceAll(/[\s\u00a0]+/g, ''))?.[1] ?? '';
  // A round bullet is the letter o, alone.
  const ordered = format ? !/^(bullet|image)/.test(format) && number !== '' : /^\W*[\p{L}\p{N}]+[.)\]]/u.test(marker);
  const type = ordered ? (TYPES[format ?? ''] ?? typeOf(number, format)) : null;
  const value = ordered ? valueOfMarker(number, type) : 1;
  const kind = ordered ? (type ?? '1') : 'bullet';
  return { level: Number(level), list: `${list} ${override}`, kind, ordered, type, value };
}

/** Types of `ol` by the formats that the styles of a document name. */
const TYPES: Record<string, string> = {
  'alpha-upper': 'A',
  'alpha-lower': 'a',
  'roman-upper': 'I',
  'roman-lower': 'i',
};

function typeOf(number: string, format: string | undefined): string | null {
  if (format || !/^[a-z]+$/i.test(number)) return null;
  const isUpper = number === number.toUpperCase();
  // Without the styles, the first of a list tells: "i." is a number, "h." is a letter.
  const isRoman = /^[ivx]+$/i.test(number) && (number.length > 1 || /^i$/i.test(number));
  if (isRoman) return isUpper ? 'I' : 'i';
  return isUpper ? 'A' : 'a';
}

function valueOfMarker(number: string, type: string | null): number {
  if (type === 'A' || type === 'a') {
    return [...number.toLowerCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
  }
  if (type === 'I' || type === 'i') return romanValue(number.toLowerCase());
  const figures = Number.parseInt(number, 10);
  return Number.isNaN(figures) ? 1 : figures;
}

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function romanValue(number: string): number {
  const values = [...number].map((letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** "l0:level2" → "alpha-lower", of the styles that come with a copied text; Word leaves out plain figures. */
function numberFormats(html: string): Map<string, string> {
  const formats = new Map<string, string>();
  for (const [, level = '', rules = ''] of html.matchAll(/@list\s+(l\d+:level\d+)\s*\{([^}]*)\}/gi)) {
    const format = /mso-level-number-format:\s*([\w-]+)/i.exec(rules)?.[1] ?? 'arabic';
    formats.set(level.toLowerCase(), format.toLowerCase());
  }
  return formats;
}

/** Two anchors that lead to each other are a footnote: the first is the reference, the second begins the note. */
function readNotes(root: HTMLElement): void {
  const anchors = [...root.querySelectorAll<HTMLElement>('a[href^="#"]')].filter((one) => namesOf(one).length > 0);
  const list = document.createElement('ol');
  list.dataset.block = 'footnotes';
  for (const [index, reference] of anchors.entries()) {
    const begin = anchors.slice(index + 1).find((one) => leadsTo(reference, one) && leadsTo(one, reference));
    // Notes of our own are read as they are.
    if (!begin || /^fn(ref)?-/.test(begin.id) || !root.contains(reference) || !root.contains(begin)) continue;
    const note = noteOf(begin, anchors);
    if (!note || note.contains(reference)) continue;
    begin.remove();
    const number = list.childElementCount + 1;
    const item = document.createElement('li');
    item.id = `fn-w${number}`;
    for (const paragraph of note.matches('p') ? [note] : note.querySelectorAll('p')) {
      if (isBlank(paragraph)) continue;
      if (item.childNodes.length > 0) item.append(document.createElement('br'));
      trimStart(paragraph);
      item.append(...paragraph.childNodes);
    }
    if (!note.matches('p') && !note.querySelector('p')) item.append(...note.childNodes);
    remove(note, root);
    if (isBlank(item)) continue;
    list.append(item);
    const raised = document.createElement('sup');
    const link = document.createElement('a');
    link.setAttribute('href', `#${item.id}`);
    link.textContent = String(number);
    raised.append(link);
    const around = reference.parentElement;
    (around?.localName === 'sup' && around.childNodes.length === 1 ? around : reference).replaceWith(raised);
  }
  if (list.childElementCount > 0) root.append(list);
}

function namesOf(anchor: HTMLElement): string[] {
  return [anchor.id, anchor.getAttribute('name') ?? ''].filter((name) => name !== '');
}

function leadsTo(anchor: HTMLElement, target: HTMLElement): boolean {
  return namesOf(target).includes(anchor.getAttribute('href')?.slice(1) ?? '');
}

/** What holds a note: the box of its own, or else its paragraph. */
function noteOf(begin: HTMLElement, anchors: readonly HTMLElement[]): HTMLElement | null {
  const box = begin.closest<HTMLElement>('div, li');
  const isOwn = box && anchors.filter((one) => box.contains(one)).length === 1;
  return isOwn ? box : begin.closest('p');
}

/** Takes a note away, and the box around the notes with the line before them once it is empty. */
function remove(note: HTMLElement, root: HTMLElement): void {
  const around = note.parentElement;
  note.remove();
  if (around && around !== root && around.matches('div, ol, ul') && isBlank(around)) around.remove();
}

function trimStart(element: Element): void {
  const first = element.firstChild;
  if (first instanceof Text) first.data = first.data.replace(/^[\s\u00a0]+/, '');
}
