import { expect, test } from 'vitest';
import { matchingNames, mentionBegun, withMention } from './mention';

test('a mention begins with @ at the start of a word, and ends with the line', () => {
  expect(mentionBegun('@')).toBe('');
  expect(mentionBegun('See @am')).toBe('am');
  expect(mentionBegun('See @Amina Wan')).toBe('Amina Wan');
  expect(mentionBegun('amina@example')).toBeNull();
  expect(mentionBegun('@amina\n')).toBeNull();
  expect(mentionBegun('Nobody')).toBeNull();
});

test('the name that is chosen takes the place of what was typed', () => {
  expect(withMention('See @am', 'Amina Wanjiku')).toBe('See @Amina Wanjiku ');
  expect(matchingNames(['Amina', 'Baraka', 'amani'], 'AM')).toEqual(['Amina', 'amani']);
});
