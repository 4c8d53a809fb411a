// Makes the web fonts in src/ui/fonts from the @fontsource-variable packages: `node scripts/fonts.mjs`.
//
// Only what the pages use is kept: Latin letters with the accents of names we are likely to print, weights
// 400 to 700, kerning and ligatures. The optical size of Newsreader is pinned where text of 20 px and headlines
// of 40 px both look right, because a free optical axis alone would cost as much as all fonts together.
// The server draws the pictures of shared links with two TrueType fonts of the same families, whole but for their axes.
// The result is committed, so that a build needs no font tools; the sizes are checked here (60 kB together for the
// browser, 150 kB for the server).
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const packages = join(root, 'node_modules', '@fontsource-variable');
const output = join(root, 'src', 'ui', 'fonts');
const budget = 60_000;
const serverOutput = join(root, '..', 'crates', 'server', 'fonts');
const serverBudget = 150_000;

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

/** Every character of the fontsource "latin" files: what titles may hold beyond what the pages' fonts carry. */
const latin = Array.from({ length: 0x100 - 0xa0 }, (_, i) => String.fromCodePoint(0xa0 + i)).join('');
const serverFonts = [
  {
    from: 'newsreader/files/newsreader-latin-standard-normal.woff2',
    to: 'newsreader-display.ttf',
    text: `${ascii}${latin}${punctuation}${signs}ıŒœˆ˜‐‒⁄™`,
    options: { variationAxes: { wght: 560, opsz: 60 }, keepFeatures: ['kern', 'liga', 'ccmp', 'locl', 'mark'] },
  },
  {
    from: 'libre-franklin/files/libre-franklin-latin-wght-normal.woff2',
    to: 'libre-franklin-semibold.ttf',
    text: ascii + latin + punctuation,
    options: { variationAxes: { wght: 600 }, keepFeatures: ['kern', 'ccmp', 'locl', 'mark'] },
  },
];

async function make(list, folder, targetFormat, most) {
  let total = 0;
  for (const font of list) {
    const bytes = await subsetFont(readFileSync(join(packages, font.from)), font.text, {
      targetFormat,
      noHinting: true,
      ...font.options,
    });
    writeFileSync(join(folder, font.to), bytes);
    total += bytes.length;
    console.log(`${font.to} ${bytes.length}`);
  }
  console.log(`together ${total}`);
  if (total > most) {
    console.error(`The fonts are over their budget of ${most} bytes.`);
    process.exitCode = 1;
  }
}

await make(fonts, output, 'woff2', budget);
await make(serverFonts, serverOutput, 'truetype', serverBudget);
