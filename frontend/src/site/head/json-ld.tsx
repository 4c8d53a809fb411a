const collected: object[] = [];

/**
 * Structured data for search engines, put into the head of the HTML. Browsers have no use for it, so it is only ever
 * written as `{import.meta.env.SSR && <JsonLd data={…} />}`: nothing of it, nor of what makes its data, reaches one.
 */
export function JsonLd({ data }: { data: object | object[] }) {
  collected.push(...[data].flat());
  return null;
}

/** What the last render left here, as script elements. `<` is escaped, so no text can end an element. */
export function takeJsonLd(): string {
  return collected
    .splice(0)
    .map((data) => JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c'))
    .map((json) => `<script type="application/ld+json">${json}</script>`)
    .join('');
}
