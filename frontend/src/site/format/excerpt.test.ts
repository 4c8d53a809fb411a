import { describe, expect, it } from 'vitest';
import { excerptLimits, truncateText } from './excerpt';

describe('truncateText', () => {
  it('keeps a text that fits', () => {
    expect(truncateText('  Twelve words. ', 15)).toBe('Twelve words.');
    expect(truncateText('exactly ten', 11)).toBe('exactly ten');
  });

  it('cuts at the end of a word and does not count the ellipsis', () => {
    expect(truncateText('one two three', 9)).toBe('one two…');
    expect(truncateText('one two three', 7)).toBe('one two…');
    expect(truncateText('one two three', 8)).toBe('one two…');
  });

  it('leaves no comma or dash before the ellipsis', () => {
    expect(truncateText('one, two', 5)).toBe('one…');
    expect(truncateText('one – two', 6)).toBe('one…');
  });

  it('cuts a single long word where it must', () => {
    expect(truncateText('abcdefghij', 4)).toBe('abcd…');
  });

  it('never cuts a character in half', () => {
    expect(truncateText('🌞🌞🌞🌞', 2)).toBe('🌞🌞…');
  });

  it('knows the limits of the specification', () => {
    expect(excerptLimits).toEqual({ home: 200, category: 150, search: 100 });
    const long = 'word '.repeat(80);
    for (const limit of Object.values(excerptLimits)) {
      expect(truncateText(long, limit).length).toBeLessThanOrEqual(limit + 1);
    }
  });
});
