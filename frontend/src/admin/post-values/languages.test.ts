import { expect, it } from 'vitest';
import { languageName, languageOptions } from './languages';

it('calls a language by its own name and the English one', () => {
  expect(languageName('sw')).toBe('Kiswahili (Swahili)');
  expect(languageName('en')).toBe('English');
  expect(languageName('no tag')).toBe('no tag');
});

it('keeps a language that is no option', () => {
  expect(languageOptions('gsw').at(-1)?.tag).toBe('gsw');
  expect(languageOptions('')).toHaveLength(languageOptions('sw').length);
});
