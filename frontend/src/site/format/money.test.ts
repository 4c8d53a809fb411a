import { expect, it } from 'vitest';
import { moneyText } from './money';

it.each([
  [300, 'USD', '$3'],
  [350, 'USD', '$3.50'],
  [5, 'USD', '$0.05'],
  [30000, 'KES', 'KES 300'],
])('%i of %s is %s', (minor, currency, text) => {
  expect(moneyText(minor, currency)).toBe(text);
});
