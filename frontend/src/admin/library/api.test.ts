import { expect, test } from 'vitest';
import { shownOf } from './api';

test('an address that says nothing we know shows all files', () => {
  expect(['image', 'unused', 'x', '', null].map(shownOf)).toEqual(['image', 'unused', '', '', '']);
});
