import { expect, it } from 'vitest';
import { inLanguage } from './in-language';

it.each([
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['ku-Latn', 'ltr'],
  ['ha-Arab', 'rtl'],
  ['arn', 'ltr'],
  ['sw', 'ltr'],
])('writes %s %s', (lang, dir) => {
  expect(inLanguage(lang)).toEqual({ lang, dir });
});

it('says nothing of what is in the language of the publication', () => {
  expect(inLanguage('')).toEqual({});
});
