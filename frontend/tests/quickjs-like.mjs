import { readFile } from 'node:fs/promises';
import vm from 'node:vm';

/**
 * Loads the server bundle into a world as bare as the one crates/ssr gives it: URL, URLSearchParams and console, a
 * setTimeout that reports misuse, no Intl, no fetch, no DOM, no timers, and locale methods that throw.
 */
export async function loadServerBundle(file) {
  const world = vm.createContext({
    URL,
    URLSearchParams,
    console,
    setTimeout: () => {
      throw new Error('setTimeout was called while rendering');
    },
  });
  vm.runInContext(
    `delete globalThis.Intl;
     delete globalThis.WebAssembly;
     const forbid = (prototype, name) => { prototype[name] = () => { throw new Error(name + ' has no locale here'); }; };
     for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) forbid(Date.prototype, name);
     forbid(Number.prototype, 'toLocaleString');
     forbid(String.prototype, 'localeCompare');`,
    world,
  );
  const module = new vm.SourceTextModule(await readFile(file, 'utf8'), { context: world, identifier: file });
  await module.link((name) => {
    throw new Error(`The bundle is to be one file, but it imports ${name}`);
  });
  await module.evaluate();
  return module.namespace;
}
