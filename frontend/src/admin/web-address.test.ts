import { expect, test } from 'vitest';
import { completedAddress } from './web-address';

/** The same lines as in `crates/core/src/web_address.rs`. */
const BARE = [
  'jumia.co.ke',
  'jumia.co.ke/x',
  'www.jumia.co.ke?a=1',
  'Jumia.co.ke:8080/x#y',
  'jumia.co.ke/@duka',
  'bücher.example',
  'duka.xn--p1ai',
];
const OTHER = [
  '',
  'https://jumia.co.ke/x',
  'http://jumia.co.ke',
  'javascript:alert(1)',
  'javascript:alert.call',
  'mailto:desk@jumia.co.ke',
  'desk@jumia.co.ke',
  'tel:+25420555',
  'localhost',
  'localhost:3000/x',
  '192.168.1.10/x',
  '3.14',
  '//jumia.co.ke',
  '/about',
  '#part',
  'jumia',
  'jumia.',
  '.co.ke',
  'jumia..ke',
  'jumia.k',
  'jumia.co.ke:/x',
  'jumia.co.ke:a/x',
  'jumia\\.co.ke',
  'a good lamp',
  'jumia.co.ke/a b',
];

test('a host without its scheme is completed and nothing else', () => {
  expect(BARE.map(completedAddress)).toEqual(BARE.map((address) => `https://${address}`));
  expect(OTHER.map(completedAddress)).toEqual(OTHER);
  expect(completedAddress(' jumia.co.ke/x ')).toBe('https://jumia.co.ke/x');
});
