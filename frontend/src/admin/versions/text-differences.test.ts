import { expect, test } from 'vitest';
import { differingParagraphs, type Paragraph } from './text-differences';

/** "[changed] same" */
const shown = (paragraphs: Paragraph[]) =>
  paragraphs.map((stretches) => stretches.map(({ text, changed }) => (changed ? `[${text}]` : text)).join(''));

test.each([
  ['nothing', 'One.\nTwo.', 'One.\nTwo.', [], []],
  ['a word', 'One lamp here.\nTwo.', 'One torch here.\nTwo.', ['One [lamp ]here.'], ['One [torch ]here.']],
  ['a paragraph more', 'One.\nThree.', 'One.\nTwo.\nThree.', [], ['[Two.]']],
  ['a paragraph less', 'One.\nTwo.\nThree.', 'One.\nThree.', ['[Two.]'], []],
  ['a word twice', 'a b a', 'a a', ['a [b ]a'], ['a a']],
  ['everything', 'One.', 'Two.', ['[One.]'], ['[Two.]']],
  ['from empty', '', 'Two.', [], ['[Two.]']],
])('%s', (_what, one, other, left, right) => {
  const [a, b] = differingParagraphs(one, other);
  expect(shown(a)).toEqual(left);
  expect(shown(b)).toEqual(right);
});

test('two long texts that have nothing in common end in time', () => {
  const text = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word}${index}`).join(' ');
  const [a, b] = differingParagraphs(text('a'), text('b'));
  expect([a.length, b.length]).toEqual([1, 1]);
});
