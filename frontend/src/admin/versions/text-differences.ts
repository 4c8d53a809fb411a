/** A run of text, and whether the other version lacks it. */
type TextRun = { text: string; changed: boolean };
/** One paragraph of a version. */
export type Paragraph = TextRun[];

/** Cells of the comparison table above which two texts count as wholly different: 4 million take about 50 ms. */
const MAX_CELLS = 4_000_000;

/**
 * The paragraphs in which two texts differ, the changed words marked on either side. Those that are the same are left
 * out.
 */
export function differingParagraphs(one: string, other: string): [Paragraph[], Paragraph[]] {
  const result: [Paragraph[], Paragraph[]] = [[], []];
  for (const [left, right] of diffHunks(paragraphsOf(one), paragraphsOf(other))) {
    for (let row = 0; row < Math.max(left.length, right.length); row++) {
      const [a, b] = diffWords(left[row] ?? '', right[row] ?? '');
      if (a.length > 0) result[0].push(a);
      if (b.length > 0) result[1].push(b);
    }
  }
  return result;
}

function paragraphsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function diffWords(one: string, other: string): [Paragraph, Paragraph] {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const pairs = commonPairs(a, b);
  return [
    markChanges(a, new Set(pairs.map(([left]) => left))),
    markChanges(b, new Set(pairs.map(([, right]) => right))),
  ];
}

/** Words with the blanks after them, so that nothing is lost when they are put together again. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function markChanges(words: readonly string[], same: ReadonlySet<number>): Paragraph {
  const runs: Paragraph = [];
  words.forEach((text, index) => {
    const changed = !same.has(index);
    const last = runs.at(-1);
    if (last?.changed === changed) last.text += text;
    else runs.push({ text, changed });
  });
  return runs;
}

/** Diff hunks: the items between the common ones of two lists, as pairs. */
function diffHunks(one: readonly string[], other: readonly string[]): [string[], string[]][] {
  const found: [string[], string[]][] = [];
  let [left, right] = [0, 0];
  for (const [a, b] of [...commonPairs(one, other), [one.length, other.length] as const]) {
    if (a > left || b > right) found.push([one.slice(left, a), other.slice(right, b)]);
    [left, right] = [a + 1, b + 1];
  }
  return found;
}

/** Index pairs of a longest common subsequence. */
function commonPairs(one: readonly string[], other: readonly string[]): [number, number][] {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start++;
  let [oneEnd, otherEnd] = [one.length, other.length];
  while (oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd--;
    otherEnd--;
  }
  const pairs: [number, number][] = [];
  for (let index = 0; index < start; index++) pairs.push([index, index]);
  pairs.push(...longestCommonSubsequence(one.slice(start, oneEnd), other.slice(start, otherEnd), start));
  for (let index = 0; oneEnd + index < one.length; index++) pairs.push([oneEnd + index, otherEnd + index]);
  return pairs;
}

function longestCommonSubsequence(
  one: readonly string[],
  other: readonly string[],
  offset: number,
): [number, number][] {
  const width = other.length + 1;
  if (one.length * other.length > MAX_CELLS) return [];
  // longest[i * width + j]: length of the longest common subsequence from i and j on.
  const longest = new Uint32Array((one.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      longest[i * width + j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) pairs.push([offset + i++, offset + j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
