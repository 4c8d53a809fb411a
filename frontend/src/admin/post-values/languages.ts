/** Languages that a post can be set to, as tags (BCP 47): what Africa's newsrooms write most. */
const TAGS = [
  'en',
  'sw',
  'ar',
  'fr',
  'pt',
  'am',
  'ha',
  'ig',
  'yo',
  'so',
  'om',
  'ti',
  'rw',
  'rn',
  'lg',
  'ln',
  'sn',
  'zu',
  'xh',
  'af',
];

/** Each language by its tag and its own name, `kept` among them: a post may have one that is no option. */
export function languageOptions(kept: string): { tag: string; name: string }[] {
  const tags = TAGS.includes(kept) || kept === '' ? TAGS : [...TAGS, kept];
  return tags.map((tag) => ({ tag, name: languageName(tag) }));
}

/** What a language calls itself, with its English name where that differs: `Kiswahili (Swahili)`. */
export function languageName(tag: string): string {
  const english = nameIn('en', tag);
  const own = nameIn(tag, tag);
  return own === english || own === tag ? english : `${own} (${english})`;
}

/** What `language` calls a language; of one that it has no name for the tag. */
export function nameIn(language: string, tag: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
