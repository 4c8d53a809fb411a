import { expect, it } from 'vitest';
import { priceText } from './price';

it.each([
  ['17', '$17'],
  [' 1,299.50 ', '$1,299.50'],
  ['from 17', 'from $17'],
  ['$17', '$17'],
  ['€45', '€45'],
  ['KES 1,200', 'KES 1,200'],
  ['1200 KSh', '1200 KSh'],
  ['Sh 900', 'Sh 900'],
  ['900 shillings', '900 shillings'],
  ['shilingi 900', 'shilingi 900'],
  ['1,200 جنيه', '1,200 جنيه'],
  ['900 ብር', '900 ብር'],
  ['900 birr', '900 birr'],
  ['20 a month', '$20 a month'],
  ['kuɗi 20', 'kuɗi $20'],
  ['USD 20', 'USD 20'],
  ['Free', 'Free'],
  ['', ''],
])('%j reads %j', (price, text) => {
  expect(priceText(price)).toBe(text);
});
