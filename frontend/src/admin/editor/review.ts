/** The box of a review. */
export type Review = {
  name: string;
  /** From 0 to 10, with one decimal at most. */
  score: number;
  pros: string[];
  cons: string[];
  specs: { name: string; value: string }[];
  verdict: string;
};

/** Reads a box of stored HTML; null where it has no name or no score. */
export function readReview(box: HTMLElement): Review | null {
  const name = textOf(box.querySelector('h3, h2'));
  const score = parseScore(textOf(box.querySelector('p[data-block=score]')).split(' ')[0] ?? '');
  if (!name || score === null) return null;
  const lines = (list: string) =>
    [...box.querySelectorAll(`ul[data-block=${list}] > li`)].map(textOf).filter((text) => text !== '');
  const specs = [...box.querySelectorAll('tr')].map((row) => {
    const [first, second] = row.children;
    return { name: textOf(first), value: textOf(second) };
  });
  return {
    name,
    score,
    pros: lines('pros'),
    cons: lines('cons'),
    specs: specs.filter((spec) => spec.name && spec.value),
    verdict: textOf(box.querySelector('p[data-block=verdict]')),
  };
}

/** "8.5" or "8,5" as a number; null for anything but 0 to 10 with one decimal at most. */
export function parseScore(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  return /^(?:\d(?:\.\d)?|10(?:\.0)?)$/.test(typed) ? Number(typed) : null;
}

/** Specifications as they are typed: a line each, the name before the first colon. */
export function parseSpecs(text: string): Review['specs'] {
  return linesOf(text).flatMap((line) => {
    const at = line.indexOf(':');
    const [name, value] = at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    return name && value ? [{ name, value }] : [];
  });
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

type Output = [string, ...unknown[]];

/** The box as the server stores it, for ProseMirror. */
export function reviewOutput({ name, score, pros, cons, specs, verdict }: Review): Output {
  const box: Output = ['aside', { 'data-block': 'review' }, ['h3', name]];
  box.push(['p', { 'data-block': 'score' }, ['strong', String(score)], ' out of 10']);
  if (pros.length > 0) box.push(['h4', 'Pros'], ['ul', { 'data-block': 'pros' }, ...items(pros)]);
  if (cons.length > 0) box.push(['h4', 'Cons'], ['ul', { 'data-block': 'cons' }, ...items(cons)]);
  if (specs.length > 0) {
    const rows = specs.map((spec) => ['tr', ['th', { scope: 'row' }, spec.name], ['td', spec.value]]);
    box.push(['h4', 'Specifications'], ['table', ['tbody', ...rows]]);
  }
  if (verdict) box.push(['h4', 'Verdict'], ['p', { 'data-block': 'verdict' }, verdict]);
  return box;
}

/** All that is written in a box, in its order. */
export function reviewText({ name, score, pros, cons, specs, verdict }: Review): string {
  const parts = [
    ['Pros', ...pros],
    ['Cons', ...cons],
    ['Specifications', ...specs.flatMap((spec) => [spec.name, spec.value])],
    ['Verdict', ...(verdict ? [verdict] : [])],
  ];
  const written = parts.filter((part) => part.length > 1).flat();
  return [name, score, 'out of 10', ...written].join(' ');
}

function items(lines: string[]) {
  return lines.map((line) => ['li', line]);
}

function textOf(element: Element | null | undefined): string {
  return element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
