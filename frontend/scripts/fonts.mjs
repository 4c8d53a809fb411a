// Makes the web fonts in src/ui/fonts from the @fontsource-variable packages: `node scripts/fonts.mjs`.
//
// Only what the pages use is kept: Latin letters with the accents of names we are likely to print, weights
// 400 to 700, kerning and ligatures. The optical size of Newsreader is pinned where text of 20 px and headlines
// of 40 px both look right, because a free optical axis alone would cost as much as all fonts together.
// The server draws the pictures of shared links with TrueType fonts: two of the same families for what English writes,
// and behind them four of the Noto families for what the other languages of Africa do.
// A publication chooses one of four pairs of typefaces, and a page loads the chosen one alone.
// The result is committed, so that a build needs no font tools; the sizes are checked here (60 kB for each pair in the
// browser, 400 kB for the server, packed).
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import subsetFont from 'subset-font';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const packages = join(root, 'node_modules');
const variable = join(packages, '@fontsource-variable');
const output = join(root, 'src', 'ui', 'fonts');
const budget = 60_000;
const serverOutput = join(root, '..', 'crates', 'server', 'fonts');
const serverBudget = 400_000;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).join('');
const punctuation = '\u00a0–—‘’‚“”„…·•‹›«»\u2011';
const accents = 'àáâãäåçèéêëíîïñóôöøúûüÁÇÉÖÜ';
const signs = '£€©™°²×÷½§−←→';

const serifText = ascii + punctuation + accents + signs;
const italicText = `${letters}${digits} .,;:!?()'"-/&–—‘’“”…é`;
const sansText = `${ascii}${punctuation}${accents}£€©×−←→²°`;
const weights = { min: 400, max: 700 };

/** A font of the browser: headlines and prose, italics, or what is pressed and labelled. */
const serif = (from, to, axes = {}) => ({
  from,
  to,
  text: serifText,
  options: { variationAxes: { wght: weights, ...axes }, keepFeatures: ['kern', 'liga', 'ccmp', 'locl'] },
});
const italic = (from, to, axes = {}) => ({
  from,
  to,
  text: italicText,
  options: { variationAxes: { wght: 420, ...axes }, keepFeatures: ['kern'] },
});
const sans = (from, to) => ({
  from,
  to,
  text: sansText,
  options: { variationAxes: { wght: weights }, keepFeatures: ['kern', 'tnum'] },
});

const pairs = {
  newsreader: [
    serif('newsreader/files/newsreader-latin-standard-normal.woff2', 'newsreader.woff2', { opsz: 22 }),
    italic('newsreader/files/newsreader-latin-standard-italic.woff2', 'newsreader-italic.woff2', { opsz: 20 }),
    sans('libre-franklin/files/libre-franklin-latin-wght-normal.woff2', 'libre-franklin.woff2'),
  ],
  literata: [
    serif('literata/files/literata-latin-opsz-normal.woff2', 'literata.woff2', { opsz: 18 }),
    italic('literata/files/literata-latin-opsz-italic.woff2', 'literata-italic.woff2', { opsz: 18 }),
    sans('source-sans-3/files/source-sans-3-latin-wght-normal.woff2', 'source-sans.woff2'),
  ],
  fraunces: [
    serif('fraunces/files/fraunces-latin-opsz-normal.woff2', 'fraunces.woff2', { opsz: 24 }),
    italic('fraunces/files/fraunces-latin-opsz-italic.woff2', 'fraunces-italic.woff2', { opsz: 20 }),
    sans('work-sans/files/work-sans-latin-wght-normal.woff2', 'work-sans.woff2'),
  ],
  figtree: [
    sans('figtree/files/figtree-latin-wght-normal.woff2', 'figtree.woff2'),
    italic('figtree/files/figtree-latin-wght-italic.woff2', 'figtree-italic.woff2'),
  ],
};

/** Every character of the fontsource "latin" files: what titles may hold beyond what the pages' fonts carry. */
const latin = Array.from({ length: 0x100 - 0xa0 }, (_, i) => String.fromCodePoint(0xa0 + i)).join('');
/** Every character of the blocks between each pair of code points, both included. */
const blocks = (...ranges) =>
  ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)))
    .join('');
/** Latin of all African orthographies (hooks, dots, tones by combining marks and by letters) and of European names. */
const extendedLatin = blocks(
  [0x20, 0x7e],
  [0xa0, 0x36f],
  [0x1dc4, 0x1dcc],
  [0x1e00, 0x1eff],
  [0x2010, 0x203a],
  [0x2070, 0x2094],
  [0x20a0, 0x20c0],
  [0x2116, 0x2122],
  [0x2150, 0x215f],
  [0x2212, 0x2212],
  [0x25cc, 0x25cc],
  [0x2c60, 0x2c7f],
  [0xa700, 0xa71f],
  [0xa720, 0xa7bf],
);
const ethiopic = blocks([0x20, 0x20], [0xa0, 0xa0], [0x1200, 0x139f], [0x2d80, 0x2ddf], [0xab00, 0xab2f]);
/** Without the forms of before Unicode, for which the server writes the letters. */
const arabic = blocks(
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x600, 0x6ff],
  [0x750, 0x77f],
  [0x870, 0x8ff],
  [0x25cc, 0x25cc],
  [0xfd3e, 0xfd3f],
  [0xfdf2, 0xfdfd],
);
const latinFeatures = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk'];
const serverFonts = [
  {
    from: 'newsreader/files/newsreader-latin-standard-normal.woff2',
    to: 'newsreader-display.ttf.br',
    text: `${ascii}${latin}${punctuation}${signs}ıŒœˆ˜‐‒⁄™`,
    options: { variationAxes: { wght: 560, opsz: 60 }, keepFeatures: ['kern', 'liga', 'ccmp', 'locl', 'mark'] },
  },
  {
    from: 'libre-franklin/files/libre-franklin-latin-wght-normal.woff2',
    to: 'libre-franklin-semibold.ttf.br',
    text: ascii + latin + punctuation,
    options: { variationAxes: { wght: 600 }, keepFeatures: ['kern', 'ccmp', 'locl', 'mark'] },
  },
  {
    from: '@expo-google-fonts/noto-serif/600SemiBold/NotoSerif_600SemiBold.ttf',
    to: 'noto-serif-semibold.ttf.br',
    text: extendedLatin,
    options: { keepFeatures: latinFeatures },
  },
  {
    from: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
    to: 'noto-sans-semibold.ttf.br',
    text: extendedLatin,
    options: { keepFeatures: latinFeatures },
  },
  {
    from: '@fontsource-variable/noto-serif-ethiopic/files/noto-serif-ethiopic-ethiopic-wght-normal.woff2',
    to: 'noto-serif-ethiopic-semibold.ttf.br',
    text: ethiopic,
    options: { variationAxes: { wght: 600 }, keepFeatures: ['kern', 'ccmp', 'mark'] },
  },
  {
    from: '@fontsource-variable/noto-naskh-arabic/files/noto-naskh-arabic-arabic-wght-normal.woff2',
    to: 'noto-naskh-arabic-bold.ttf.br',
    text: arabic,
    options: {
      variationAxes: { wght: 700 },
      keepFeatures: ['isol', 'init', 'medi', 'fina', 'rlig', 'liga', 'calt', 'curs', ...latinFeatures],
    },
  },
];

async function make(list, folder, targetFormat, most, pack = (bytes) => bytes) {
  let total = 0;
  for (const font of list) {
    const folderOfPackage = font.from.startsWith('@') ? packages : variable;
    const bytes = await subsetFont(readFileSync(join(folderOfPackage, font.from)), font.text, {
      targetFormat,
      noHinting: true,
      ...font.options,
    });
    const written = pack(bytes);
    writeFileSync(join(folder, font.to), written);
    total += written.length;
    console.log(`${font.to} ${written.length}`);
  }
  console.log(`together ${total}`);
  if (total > most) {
    console.error(`The fonts are over their budget of ${most} bytes.`);
    process.exitCode = 1;
  }
}

for (const fonts of Object.values(pairs)) await make(fonts, output, 'woff2', budget);
await make(serverFonts, serverOutput, 'truetype', serverBudget, brotliCompressSync);
