import { afterEach, describe, expect, it } from 'vitest';
import { setCalendar } from './dates';
import { moneyText } from './money';

it.each([
  [300, 'USD', '$3'],
  [350, 'USD', '$3.50'],
  [5, 'USD', '$0.05'],
  [30000, 'KES', 'KES 300'],
  [123450, 'KES', 'KES 1,234.50'],
  [123456700, 'UGX', 'UGX 1,234,567'],
])('%i of %s is %s', (minor, currency, text) => {
  expect(moneyText(minor, currency)).toBe(text);
});

describe('amounts of another publication', () => {
  afterEach(() => setCalendar(undefined));
  const told = { zone: 'Africa/Khartoum', changes: [], offsets: [120], long_dates: [], short_dates: [] };

  it('are written as its region writes them', () => {
    setCalendar({ ...told, zero: 48, amounts: { decimal: '.', group: ',', patterns: { KES: 'KSh %', '': '¤ %' } } });
    expect([moneyText(123450, 'KES'), moneyText(300, 'EUR')]).toEqual(['KSh 1,234.50', 'EUR 3']);
    setCalendar({ ...told, zero: 0x660, amounts: { decimal: '٫', group: '٬', patterns: { '': '% ¤' } } });
    expect(moneyText(123450, 'SDG')).toBe('١٬٢٣٤٫٥٠ SDG');
  });
});
