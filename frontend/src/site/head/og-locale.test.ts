import { expect, it } from 'vitest';
import { ogLocale } from './og-locale';

it.each([
  ['en', 'Africa/Nairobi', 'en_KE'],
  ['en', 'Africa/Lagos', 'en_NG'],
  ['en', 'Asia/Tokyo', 'en_US'],
  ['en-GB', 'Africa/Nairobi', 'en_GB'],
  ['sw', 'Africa/Nairobi', 'sw_KE'],
  ['sw-TZ', 'Africa/Nairobi', 'sw_TZ'],
  ['zh-Hant-TW', 'Africa/Nairobi', 'zh_TW'],
  ['so', 'Africa/Mogadishu', 'so_SO'],
  ['tlh', 'Africa/Nairobi', undefined],
])('%s in %s is %s', (language, zone, expected) => {
  expect(ogLocale(language, zone)).toBe(expected);
});
