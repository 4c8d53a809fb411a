import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// QuickJS has no Intl and quietly ignores locales: what these print there differs from the browser.
const forbidden = /\bIntl\.|\.toLocale[A-Z]\w*\(|\.localeCompare\(/;

it('uses no locale-dependent function where the server renders', () => {
  const offenders = ['src/site', 'src/ui']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .filter((name) => forbidden.test(readFileSync(name, 'utf8')));
  expect(offenders).toEqual([]);
});
