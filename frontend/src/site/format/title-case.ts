const wholeCapitals = new Set(['ai', 'it', 'seo']);

/** A slug as a heading, for when the category itself could not be loaded: "digital-finance" is "Digital Finance". */
export function titleCase(slug: string): string {
  return slug
    .split(/[-\s]+/)
    .filter(Boolean)
    .map((word) => (wholeCapitals.has(word.toLowerCase()) ? word.toUpperCase() : capitalised(word)))
    .join(' ');
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
