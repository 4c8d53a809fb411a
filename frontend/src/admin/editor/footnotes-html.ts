// Footnotes as they are stored: references in the text, and their notes in a list after it. In between, in
// `span[data-footnote]`, a reference carries its note.

const BACK_LINK = '↩';

/** Puts every note into its reference. Notes without one stay as a list. Works in place. */
export function readFootnotes(root: HTMLElement): void {
  for (const back of root.querySelectorAll('ol[data-block=footnotes] a[href^="#fnref-"]')) {
    if (back.textContent === BACK_LINK) back.remove();
  }
  for (const reference of root.querySelectorAll('a[href^="#fn-"]')) {
    const id = reference.getAttribute('href')?.slice(1) ?? '';
    const note = [...root.querySelectorAll('ol[data-block=footnotes] > li')].find((item) => item.id === id);
    if (!note) continue;
    const carrier = document.createElement('span');
    carrier.dataset.footnote = '';
    trimEnd(note);
    carrier.append(...note.childNodes);
    note.remove();
    const raised = reference.parentElement;
    (raised?.localName === 'sup' && raised.childNodes.length === 1 ? raised : reference).replaceWith(carrier);
  }
  for (const list of root.querySelectorAll('ol[data-block=footnotes]')) {
    if (list.childElementCount === 0) list.remove();
  }
}

/** Takes the notes out of their references, numbers both by place and links them both ways. Works in place. */
export function writeFootnotes(root: HTMLElement): void {
  const list = document.createElement('ol');
  list.dataset.block = 'footnotes';
  for (const carrier of root.querySelectorAll('span[data-footnote]')) {
    const number = list.childElementCount + 1;
    const note = document.createElement('li');
    note.id = `fn-${number}`;
    note.append(
      ...carrier.childNodes,
      ' ',
      link(`#fnref-${number}`, BACK_LINK, `Back to the text of footnote ${number}`),
    );
    list.append(note);
    const reference = link(`#fn-${number}`, String(number), `Footnote ${number}`, `fnref-${number}`);
    const raised = document.createElement('sup');
    raised.append(reference);
    carrier.replaceWith(raised);
  }
  if (list.childElementCount > 0) root.append(list);
}

function link(href: string, text: string, label: string, id?: string): HTMLElement {
  const element = document.createElement('a');
  element.setAttribute('href', href);
  if (id) element.id = id;
  element.setAttribute('aria-label', label);
  element.textContent = text;
  return element;
}

/** The blank before the way back. */
function trimEnd(note: Element): void {
  const last = note.lastChild;
  if (last instanceof Text) last.data = last.data.trimEnd();
}
