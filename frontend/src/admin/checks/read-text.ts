/** What the checks look at in a text. */
export type TextParts = {
  /** Its pictures, in order. */
  pictures: readonly { src: string; alt: string }[];
  /** Addresses on the web that it links to, each once. */
  links: readonly string[];
  /** Places of pictures and videos that are not here; those of pictures with an address are fetched after a save. */
  missing: readonly { words: string; isFetched: boolean }[];
  /** Links within the text, each once, that lead to none of its headings. */
  deadParts: readonly string[];
};

/** What the server writes for what is of another site or was lost in an import. Readers never see it. */
export const MISSING = /^(?:This picture is|This video is|These \d+ pictures are) missing/;

/** Reads the pictures and links of a text. */
export function readText(html: string): TextParts {
  if (!/<(?:img|a|figure)[\s>]/.test(html)) return { pictures: [], links: [], missing: [], deadParts: [] };
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const pictures = [...body.querySelectorAll('img')].map((img) => ({
    src: img.getAttribute('src') ?? '',
    alt: img.getAttribute('alt') ?? '',
  }));
  const links = [...body.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
  const missing = [...body.querySelectorAll('figure > p:first-child > em:only-child')]
    .map((place) => ({
      words: place.textContent ?? '',
      isFetched: Boolean(place.closest('figure')?.dataset.missing) && !place.textContent?.startsWith('This video'),
    }))
    .filter(({ words }) => MISSING.test(words));
  const ids = new Set([...body.querySelectorAll('[id]')].map(({ id }) => `#${id}`));
  const deadParts = links.filter((href) => href.startsWith('#') && !ids.has(href));
  return {
    pictures,
    links: [...new Set(links.filter((href) => /^https?:/i.test(href)))],
    missing,
    deadParts: [...new Set(deadParts)],
  };
}
