/** Languages that are written from right to left, where their tag names no other script. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ku|ps|sd|ug|ur|yi)\b(?!-[A-Za-z]{4}\b)|-(Adlm|Arab|Hebr|Nkoo|Thaa)/;

/** Attributes of what is written in this language (BCP 47); none where it is the publication's, an empty tag. */
export function inLanguage(tag: string): { lang?: string; dir?: 'rtl' | 'ltr' } {
  return tag ? { lang: tag, dir: RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr' } : {};
}
