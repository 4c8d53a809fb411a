import { Node } from '@tiptap/core';

/** A picture in a figure; the node's text is the caption. */
export const ImageFigure = Node.create({
  name: 'imageFigure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  priority: 200,

  addAttributes() {
    return {
      src: fromMedia('img', 'src'),
      alt: { ...fromMedia('img', 'alt'), default: '' },
      width: fromMedia('img', 'width'),
      height: fromMedia('img', 'height'),
    };
  },

  parseHTML() {
    return [{ tag: 'figure', getAttrs: holds('img[src]'), contentElement: caption }, { tag: 'img[src]' }];
  },

  renderHTML({ node }) {
    const { src, alt, width, height, dir } = node.attrs;
    const image = ['img', { src, alt: alt ?? '', width, height }];
    return node.childCount > 0 ? ['figure', { dir }, image, ['figcaption', 0]] : ['figure', image];
  },
});

/** A video in a figure, with the browser's own controls. */
export const VideoFigure = Node.create({
  name: 'videoFigure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  priority: 210,

  addAttributes() {
    return {
      src: {
        default: null,
        parseHTML: (element: HTMLElement) => {
          const video = mediaIn(element, 'video');
          return video?.getAttribute('src') ?? video?.querySelector('source')?.getAttribute('src');
        },
      },
      poster: fromMedia('video', 'poster'),
      width: fromMedia('video', 'width'),
      height: fromMedia('video', 'height'),
    };
  },

  parseHTML() {
    return [
      { tag: 'figure', getAttrs: holds('video'), contentElement: caption },
      { tag: 'video', contentElement: caption },
    ];
  },

  renderHTML({ node }) {
    const { src, poster, width, height, dir } = node.attrs;
    const video = ['video', { src, poster, controls: '', width, height }];
    return node.childCount > 0 ? ['figure', { dir }, video, ['figcaption', 0]] : ['figure', video];
  },
});

/** A card that stands for something on another site. */
export const EmbedFigure = Node.create({
  name: 'embedFigure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  priority: 220,

  addAttributes() {
    return {
      url: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute('data-embed') },
      href: fromMedia('a', 'href'),
      label: {
        default: '',
        parseHTML: (element: HTMLElement) => mediaIn(element, 'a')?.textContent?.trim() ?? '',
      },
    };
  },

  parseHTML() {
    return [{ tag: 'figure[data-embed]', contentElement: caption }];
  },

  renderHTML({ node }) {
    const { url, href, label, dir } = node.attrs;
    const link = ['a', { href: href ?? url }, label || url];
    return node.childCount > 0
      ? ['figure', { 'data-embed': url, dir }, link, ['figcaption', 0]]
      : ['figure', { 'data-embed': url }, link];
  },
});

/** The place of a picture or video of another site, which readers do not see; its text says what is missing. */
export const MissingFigure = Node.create({
  name: 'missingFigure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  priority: 230,

  addAttributes() {
    return {
      address: { default: null, parseHTML: addressOfMissing, rendered: false },
      words: { default: '', parseHTML: wordsOfMissing, rendered: false },
    };
  },

  parseHTML() {
    return [
      { tag: 'figure[data-missing]', contentElement: caption },
      { tag: 'figure', getAttrs: (element) => (foreignIn(element) ? null : false), contentElement: caption },
      { tag: 'img[src]', getAttrs: (element) => (foreignIn(element) ? null : false), contentElement: caption },
    ];
  },

  renderHTML({ node }) {
    const { address, words, dir } = node.attrs;
    const figure = { 'data-missing': address, dir: node.childCount > 0 ? dir : null };
    const place = ['p', ['em', words]];
    return node.childCount > 0 ? ['figure', figure, place, ['figcaption', 0]] : ['figure', figure, place];
  },
});

/** The only picture of an element, where it is of another site. */
function foreignIn(element: HTMLElement): HTMLImageElement | null {
  const image = mediaIn(element, 'img[src]') as HTMLImageElement | null;
  const src = image?.getAttribute('src') ?? '';
  if (!/^(?:https?:)?\/\//i.test(src) || !URL.canParse(src, window.location.href)) return null;
  const { origin, pathname } = new URL(src, window.location.href);
  return origin === window.location.origin && pathname.startsWith('/media/') ? null : image;
}

function addressOfMissing(element: HTMLElement): string | null {
  const image = foreignIn(element);
  if (!image) return element.getAttribute('data-missing');
  return new URL(image.getAttribute('src') ?? '', window.location.href).href;
}

function wordsOfMissing(element: HTMLElement): string {
  const image = foreignIn(element);
  if (!image) return element.querySelector('em')?.textContent?.trim() || 'This picture is missing.';
  const alt = image.getAttribute('alt')?.trim();
  return alt ? `This picture is missing: ${alt}` : 'This picture is missing.';
}

/** A figure around a table, a listing or a quotation, with its caption. */
export const CaptionedBlock = Node.create({
  name: 'captionedBlock',
  group: 'block',
  content: '(paragraph | heading | table | codeBlock | blockquote | bulletList | orderedList)+ caption?',
  isolating: true,
  priority: 60,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
});

export const Caption = Node.create({
  name: 'caption',
  content: 'inline*',
  isolating: true,
  parseHTML: () => [{ tag: 'figcaption', context: 'captionedBlock/' }],
  renderHTML: () => ['figcaption', 0],
});

/** The figures that show one medium and take part in the same commands. */
export const MEDIA_FIGURES: readonly string[] = ['imageFigure', 'videoFigure', 'embedFigure'];

function mediaIn(element: HTMLElement, selector: string): Element | null {
  return element.matches(selector) ? element : element.querySelector(selector);
}

function fromMedia(selector: string, name: string) {
  return {
    default: null,
    parseHTML: (element: HTMLElement) => mediaIn(element, selector)?.getAttribute(name) ?? null,
  };
}

function holds(selector: string) {
  return (element: HTMLElement) => (element.querySelector(selector) ? null : false);
}

function caption(element: globalThis.Node): HTMLElement {
  const found = element instanceof HTMLElement ? element.querySelector('figcaption') : null;
  return found ?? document.createElement('figcaption');
}
