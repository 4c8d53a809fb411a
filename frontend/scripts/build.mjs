// Makes dist/client and dist/server (`npm run build`), or with --dev the same in dist-dev with React's development
// build, which reports every difference between the server's HTML and the browser's. --out=FOLDER puts it elsewhere.
import { createHash } from 'node:crypto';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, minify } from 'vite';
import { compressAssets } from './compress-assets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dev = process.argv.includes('--dev');
const mode = dev ? 'development' : 'production';
// Vite and the packages' export conditions read it before they read `mode`.
process.env.NODE_ENV = mode;
const elsewhere = process.argv.find((argument) => argument.startsWith('--out='))?.slice('--out='.length);
const output = elsewhere ? resolve(elsewhere) : join(root, dev ? 'dist-dev' : 'dist');
const clientFolder = join(output, 'client');

// react-router's package names only its development files, which carry 3 kB of warnings.
const routerFolder = join(root, 'node_modules/react-router/dist', mode);
const routerAlias = [
  { find: /^react-router$/, replacement: join(routerFolder, 'index.mjs') },
  { find: /^react-router\/dom$/, replacement: join(routerFolder, 'dom-export.mjs') },
];

/**
 * React Router names its components by statements the bundler must keep, and with them ten components that no page of ours
 * uses (4 kB compressed). Without the names, which only development tools read, and with React's own functions marked as what they
 * are, free of side effects, the unused ones fall away. So do its warnings to developers (1 kB), which the development
 * build keeps.
 */
const unusedRouterParts = {
  name: 'unused-router-parts',
  transform: {
    filter: { id: /react-router\/dist\/production\// },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1')
        .replaceAll(/^( +)(warning(?:Once)?\()/gm, '$1/* @__PURE__ */ $2'),
  },
};

/**
 * Vite wraps every import() in a helper that loads the style sheets and chunks it will need. The public pages have one style
 * sheet, and their HTML names the chunks: there the helper (700 bytes compressed) has nothing to do.
 */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
  // What Vite adds last: the lists of files for that helper.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle).filter(({ type }) => type === 'chunk')) {
        chunk.code = chunk.code
          .replace(/^const __vite__mapDeps=.*\n/m, '')
          .replaceAll(/,\s*__vite__mapDeps\(\[[\d,]*\]\)/g, '')
          .replaceAll(/(import\(`[^`]*`\)),\[\]\)/g, '$1)');
      }
    },
  },
};

const shared = {
  configFile: join(root, 'vite.config.ts'),
  mode,
  logLevel: 'warn',
  resolve: { alias: routerAlias },
  define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  plugins: [unusedRouterParts],
};

/** What every page needs at once: together it compresses better than in chunks beside each other. */
const onEveryPage = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|react-router|@tanstack)/|src/api/(tokens|problem)|preload-helper',
    'src/site/(client|routes|router-routes|layout|hooks|icons|search-box|format/in-language|picture)',
    'src/site/(head/page-head|messages/page-message|robot-trap)|src/api/random-id',
    'src/site/(post-cards/|format/(price|money))|src/ui/blur',
  ].join('|'),
);

/**
 * One entry of the browser. Public and admin are built apart: in one build they would share a chunk of React, router and
 * icons, and readers would pay for every part that only the admin area uses.
 */
async function buildClient(name, entry, plugins = []) {
  const manifest = `.vite/manifest-${name}.json`;
  await build({
    ...shared,
    plugins: [...shared.plugins, ...plugins],
    build: {
      outDir: clientFolder,
      emptyOutDir: false,
      manifest,
      minify: !dev,
      target: ['es2022', 'chrome111', 'safari16.4', 'firefox121'],
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
      // The server names what a page needs in its HTML; the helper that would do it in the browser costs 1 kB.
      modulePreload: false,
      rolldownOptions: {
        input: { [name]: join(root, entry) },
        // The admin area imports session.ts at once, the public client when it is needed: both are right.
        checks: { ineffectiveDynamicImport: false },
        output: {
          codeSplitting: { groups: [{ name: 'shared', test: onEveryPage }] },
        },
        treeshake: { propertyReadSideEffects: false },
      },
    },
  });
  const file = join(clientFolder, manifest);
  const parsed = JSON.parse(await readFile(file, 'utf8'));
  await rm(file);
  return parsed;
}

/** The bundle for QuickJS: one ESM file, no Node, no DOM. */
async function buildServer() {
  // The legacy renderer needs neither MessageChannel nor TextEncoder, which QuickJS lacks.
  const legacyRenderer = join(root, `node_modules/react-dom/cjs/react-dom-server-legacy.browser.${mode}.js`);
  await build({
    ...shared,
    resolve: {
      alias: [
        ...routerAlias,
        { find: 'react-dom/server.browser', replacement: legacyRenderer },
        { find: '#screens', replacement: join(root, 'src/site/screens.server.ts') },
        { find: '#late-box', replacement: join(root, 'src/site/newsletter-sign-up/late-box.server.ts') },
      ],
    },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: true,
      emptyOutDir: true,
      outDir: join(output, 'server'),
      minify: !dev,
      target: 'es2022',
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: join(root, 'src/site/server.tsx'),
        output: { format: 'es', entryFileNames: 'ssr.js', codeSplitting: false },
      },
    },
  });
}

/** The theme script, which the server puts inline. */
async function buildThemeScript() {
  const source = await readFile(join(root, 'src/site/theme.inline.js'), 'utf8');
  const { code } = await minify('theme.inline.js', source, { module: false });
  await writeFile(join(clientFolder, 'theme.inline.js'), code.trim());
}

/**
 * The style sheet of engines that know no layers. The server puts an empty layer before its `@import`: who knows
 * layers must then ignore the import, and who knows none skips the layer and follows it. The bundler would write it for
 * engines of today.
 */
async function buildPlainSheet() {
  const source = await readFile(join(root, 'src/site/plain.css'), 'utf8');
  const css = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim();
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
  const file = `assets/plain-${hash}.css`;
  await writeFile(join(clientFolder, file), css);
  return { 'src/site/plain.css': { file } };
}

await rm(output, { recursive: true, force: true });
const manifest = await buildClient('client', 'src/site/client.tsx', [plainImports]);
Object.assign(manifest, await buildClient('admin', 'src/admin/main.tsx'), await buildPlainSheet());
await writeFile(join(clientFolder, '.vite/manifest.json'), JSON.stringify(manifest, null, 2));
await buildThemeScript();
await buildServer();
// The page at /api/docs; its name carries no hash, because the server names it.
await copyFile(join(root, 'node_modules/rapidoc/dist/rapidoc-min.js'), join(clientFolder, 'assets/api-docs.js'));
// Nobody waits for the development build over a slow line.
if (!dev) await compressAssets(clientFolder);
