/** Structured data for search engines. `<` is escaped, so no text in it can end the script element. */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block needs its JSON unescaped; see above for `<`
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
