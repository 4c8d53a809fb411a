/** The beginning of a text, at most `max` code points, as the server counts them; never with a part of a character. */
export function cutText(text: string, max: number): string {
  let [end, length] = [0, 0];
  for (const character of charactersOf(text)) {
    length += [...character].length;
    if (length > max) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

/** Characters as people see them; code points in browsers that know no more. */
function* charactersOf(text: string): Iterable<string> {
  if (!Intl.Segmenter) return yield* text;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) yield segment;
}
