// What a first visit of home may weigh (docs: quality), and that no admin code reaches a reader.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { dist } from './dist-folder.mjs';

const client = join(dist, 'client');
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));
const bytes = (file) => statSync(join(client, file)).size;
const text = (file) => gunzipSync(readFileSync(join(client, `${file}.gz`))).toString();

/** An entry and everything it imports at once. */
function files(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) files(imported, seen);
  return seen;
}

// Readers never see the page of styles, which shows everything at once.
const isPage = (key) => /^src\/site\/.*-page\.tsx$/.test(key) && !key.startsWith('src/site/style-guide/');

for (const page of Object.keys(manifest).filter(isPage)) {
  it(`${page} loads at most 120 kB of JavaScript`, () => {
    const loaded = files(page, files('src/site/client.tsx'));
    const total = [...loaded].reduce((sum, file) => sum + bytes(`${file}.gz`), 0);
    assert.ok(total <= 120_000, `${total} bytes`);
  });
}

it('the style sheet weighs at most 20 kB', () => {
  const [css] = manifest['src/site/client.tsx'].css;
  assert.ok(bytes(`${css}.gz`) <= 20_000);
  assert.equal(manifest['src/site/client.tsx'].css.length, 1);
  // The public build has no helper that would load another one with a chunk.
  const others = Object.entries(manifest).filter(
    ([key, chunk]) => key.startsWith('src/site/') && chunk.css && !chunk.isEntry,
  );
  assert.deepEqual(others, []);
});

// A page loads the fonts of the pair that the publication chose, and no others.
const pairs = [['newsreader', 'libre-franklin'], ['literata', 'source-sans'], ['fraunces', 'work-sans'], ['figtree']];

for (const families of pairs) {
  it(`the fonts of ${families.join(' and ')} weigh at most 60 kB`, () => {
    const names = readdirSync(join(client, 'assets')).filter((name) => name.endsWith('.woff2'));
    const fonts = names.filter((name) => families.some((family) => name.startsWith(`${family}-`)));
    const total = fonts.reduce((sum, name) => sum + bytes(join('assets', name)), 0);
    assert.ok(fonts.length >= families.length && total <= 60_000, `${total} bytes`);
  });
}

it('every font belongs to a pair of typefaces', () => {
  const names = readdirSync(join(client, 'assets')).filter((name) => name.endsWith('.woff2'));
  const others = names.filter((name) => !pairs.flat().some((family) => name.startsWith(`${family}-`)));
  assert.deepEqual(others, []);
});

it('every text asset lies there compressed alone', () => {
  const names = readdirSync(join(client, 'assets'));
  const codings = (ext) => names.filter((name) => name.endsWith(ext)).map((name) => name.slice(0, -ext.length));
  assert.ok(codings('.gz').length > 100);
  assert.deepEqual(codings('.br'), codings('.gz'));
  assert.deepEqual(
    names.filter((name) => /\.(?:js|css|svg|json|map|txt)$/.test(name)),
    [],
  );
});

it('no admin code and no address of another site is in the public files', () => {
  for (const file of [
    ...files('src/site/client.tsx'),
    ...manifest['src/site/client.tsx'].dynamicImports.flatMap((key) => [...files(key)]),
  ]) {
    const code = text(file);
    assert.doesNotMatch(code, /generate-presigned-url|prosemirror|\/admin\/posts/i, file);
  }
  const css = text(manifest['src/site/client.tsx'].css[0]);
  assert.doesNotMatch(css, /url\(["']?https?:/);
});

it('the theme script is small and plain', () => {
  const script = readFileSync(join(client, 'theme.inline.js'), 'utf8');
  assert.ok(script.length < 400);
  assert.doesNotMatch(script, /<\/script|\/\/#/);
});
