// The text of a newsletter as a list of parts. A headline that is a link begins a story, as it does in the mail
// (crates/core/src/mail/stories.rs); another headline is the title of a section. What follows belongs to its part.

export type IssuePart = {
  /** Stays with the part; unique in the text. */
  key: string;
  kind: 'story' | 'sponsor' | 'section' | 'titles';
  title: string;
  /** Address of a story. */
  href: string;
  html: string;
};

export type IssueParts = {
  /** What is said before the first part. */
  opening: string;
  parts: IssuePart[];
};

export const storyPath = (slug: string) => `/post/slug/${encodeURIComponent(slug)}`;

export function parseIssue(html: string): IssueParts {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  const parts: IssuePart[] = [];
  let opening = '';
  let label: string | null = null;
  const seen = new Map<string, number>();
  for (const node of body.childNodes) {
    const markup = node instanceof Element ? node.outerHTML : (node.textContent ?? '');
    const begun = node instanceof Element ? beginOf(node, label !== null) : null;
    if (begun) {
      const name = `${begun.kind} ${begun.href || begun.title}`;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      parts.push({ ...begun, key: `${name} ${count}`, html: (label ?? '') + markup });
      label = null;
      continue;
    }
    const before = label ?? '';
    // Bold words alone are the label of the story that follows.
    label = node instanceof Element && isLabel(node) ? markup : null;
    const text = label === null ? before + markup : before;
    const last = parts.at(-1);
    if (last) last.html += text;
    else opening += text;
  }
  const last = parts.at(-1);
  if (last) last.html += label ?? '';
  else opening += label ?? '';
  return { opening, parts };
}

export function formatIssue({ opening, parts }: IssueParts): string {
  return opening + parts.map(({ html }) => html).join('');
}

/** The part that an element begins. */
function beginOf(element: Element, isLabelled: boolean): Pick<IssuePart, 'kind' | 'title' | 'href'> | null {
  const title = element.textContent?.trim() ?? '';
  const link = element.children.length === 1 ? element.firstElementChild : null;
  const href = link?.localName === 'a' && link.textContent?.trim() === title ? link.getAttribute('href') : null;
  const leads = href !== null && (isLabelled || pathOf(href).startsWith('/post/slug/'));
  if (/^h[234]$/.test(element.localName) && leads) {
    return { kind: isLabelled ? 'sponsor' : 'story', title, href: pathOf(href) };
  }
  if (element.localName === 'h2') return { kind: 'section', title, href: '' };
  if (element.localName === 'ul' && element.querySelectorAll('li > a[href*="/post/slug/"]').length > 0) {
    return { kind: 'titles', title: 'More posts, by title', href: '' };
  }
  return null;
}

/** A path on this site, whether it was written with the site's address or without. */
function pathOf(href: string): string {
  return href.startsWith(`${window.location.origin}/`) ? href.slice(window.location.origin.length) : href;
}

function isLabel(element: Element): boolean {
  const bold = element.localName === 'p' && element.children.length === 1 ? element.firstElementChild : null;
  return bold?.localName === 'strong' && bold.textContent?.trim() === element.textContent?.trim();
}

/** Whether a post stands in the newsletter, as a part of its own or among those by title. */
export function hasPost(parts: readonly IssuePart[], path: string): boolean {
  return parts.some(({ kind, href, html }) => href === path || (kind === 'titles' && html.includes(`${path}"`)));
}

export function sectionPart(title: string): string {
  const heading = document.createElement('h2');
  heading.textContent = title;
  return heading.outerHTML;
}

export type Sponsor = { brand: string; title: string; href: string; text: string };

/** The sponsor's slot: labelled, whatever else it says. */
export function sponsorPart({ brand, title, href, text }: Sponsor): string {
  const label = document.createElement('p');
  label.append(Object.assign(document.createElement('strong'), { textContent: `Sponsored by ${brand}` }));
  const heading = document.createElement('h2');
  const link = document.createElement('a');
  link.setAttribute('href', href);
  link.textContent = title;
  heading.append(link);
  const words = document.createElement('p');
  words.textContent = text;
  return label.outerHTML + heading.outerHTML + (text === '' ? '' : words.outerHTML);
}
