import { expect, test } from 'vitest';
import { parseKindFilter } from './api';

test('an address that says nothing we know shows all files', () => {
  expect(['image', 'unused', 'x', '', null].map(parseKindFilter)).toEqual(['image', 'unused', '', '', '']);
});
