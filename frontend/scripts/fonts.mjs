// Makes the web fonts in src/ui/fonts from the @fontsource-variable packages: `node scripts/fonts.mjs`.
//
// Only what the pages use is kept: Latin letters with the accents of names we are likely to print, weights
// 400 to 700, kerning and ligatures. The optical size of Newsreader is pinned where text of 20 px and headlines
// of 40 px both look right, because a free optical axis alone would cost as much as all fonts together.
// The result is committed, so that a build needs no font tools; the sizes are checked here (60 kB together).
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const packages = join(root, 'node_modules', '@fontsource-variable');
const output = join(root, 'src', 'ui', 'fonts');
const budget = 60_000;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).join('');
const punctuation = '\u00a0–—‘’‚“”„…·•‹›«»\u2011';
const accents = 'àáâãäåçèéêëíîïñóôöøúûüÁÇÉÖÜ';
const signs = '£€©™°²×÷½§−←→';

const fonts = [
  {
    from: 'newsreader/files/newsreader-latin-standard-normal.woff2',
    to: 'newsreader.woff2',
    text: ascii + punctuation + accents + signs,
    options: {
      variationAxes: { wght: { min: 400, max: 700 }, opsz: 22 },
      keepFeatures: ['kern', 'liga', 'ccmp', 'locl'],
    },
  },
  {
    from: 'newsreader/files/newsreader-latin-standard-italic.woff2',
    to: 'newsreader-italic.woff2',
    text: `${letters}${digits} .,;:!?()'"-/&–—‘’“”…é`,
    options: { variationAxes: { wght: 420, opsz: 20 }, keepFeatures: ['kern'] },
  },
  {
    from: 'libre-franklin/files/libre-franklin-latin-wght-normal.woff2',
    to: 'libre-franklin.woff2',
    text: `${ascii}${punctuation}${accents}£€©×−←→²°`,
    options: { variationAxes: { wght: { min: 400, max: 700 } }, keepFeatures: ['kern', 'tnum'] },
  },
];

let total = 0;
for (const font of fonts) {
  const bytes = await subsetFont(readFileSync(join(packages, font.from)), font.text, {
    targetFormat: 'woff2',
    noHinting: true,
    ...font.options,
  });
  writeFileSync(join(output, font.to), bytes);
  total += bytes.length;
  console.log(`${font.to} ${bytes.length}`);
}
console.log(`together ${total}`);
if (total > budget) {
  console.error(`The fonts are over their budget of ${budget} bytes.`);
  process.exitCode = 1;
}
