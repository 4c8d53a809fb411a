// What scripts/advisories.mjs sees and what it lets pass: node --test scripts/advisories.test.mjs
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { askNpm, compared, rowOfRustSec } from './advisories.mjs';

const TODAY = '2026-11-28';

function problemsOf({ crates = [], npm = [], version, exceptions = [], taken = { crates: TODAY, npm: TODAY } }) {
  const locked = {
    crates: [{ file: 'Cargo.lock', name: 'planted', version }],
    npm: [{ file: 'e2e/package-lock.json', name: '@a/planted', version }],
  };
  return compared({ list: { taken, crates, npm }, locked, exceptions, today: TODAY });
}

const CRATE = {
  id: 'RUSTSEC-2026-9999',
  package: 'planted',
  patched: ['>= 1.2.3, < 2.0.0', '^2.1.4', '>= 3.0.0-rc.2'],
  unaffected: ['< 0.9'],
};
const NPM = { id: 'GHSA-aaaa-bbbb-cccc', package: '@a/planted', affected: '>=1.0.0 <1.4.2 || >=2.0.0-beta.1 <=2.0.7' };

test('a crate is seen in each version that is neither patched nor unaffected, with the first good one', () => {
  for (const [version, good] of [
    ['0.9.0', '1.2.3'],
    ['1.2.2', '1.2.3'],
    ['2.0.0', '2.1.4'],
    ['2.1.3', '2.1.4'],
    ['3.0.0-rc.1', '3.0.0-rc.2'],
  ]) {
    const { problems } = problemsOf({ crates: [CRATE], version });
    assert.deepEqual(problems, [
      `Cargo.lock: RUSTSEC-2026-9999 affects planted ${version}; first good version: ${good}`,
    ]);
  }
  for (const version of ['0.8.9', '1.2.3', '1.9.0', '2.1.4', '2.9.0', '3.0.0-rc.2', '3.0.0', '4.0.0']) {
    assert.deepEqual(problemsOf({ crates: [CRATE], version }).problems, [], version);
  }
});

test('a crate that no version mends is seen in every version, and another of its name in npm is not', () => {
  const { problems } = problemsOf({ crates: [{ ...CRATE, patched: [], unaffected: [] }], version: '9.0.0' });
  assert.deepEqual(problems, ['Cargo.lock: RUSTSEC-2026-9999 affects planted 9.0.0; no version mends it']);
  assert.deepEqual(problemsOf({ npm: [{ ...NPM, package: 'planted' }], version: '1.0.0' }).problems, []);
});

test('a package of npm is seen in each affected version, with the first good one', () => {
  for (const [version, good] of [
    ['1.0.0', '1.4.2'],
    ['1.4.1', '1.4.2'],
    ['2.0.0-beta.1', 'the one after 2.0.7'],
    ['2.0.7', 'the one after 2.0.7'],
  ]) {
    const { problems } = problemsOf({ npm: [NPM], version });
    assert.deepEqual(problems, [
      `e2e/package-lock.json: GHSA-aaaa-bbbb-cccc affects @a/planted ${version}; first good version: ${good}`,
    ]);
  }
  for (const version of ['0.9.9', '1.4.2', '1.9.0', '2.0.0-alpha.9', '2.0.8']) {
    assert.deepEqual(problemsOf({ npm: [NPM], version }).problems, [], version);
  }
});

test('an exception names its reason and the day to look at it again', () => {
  const asked = (reason, version = '1.0.0') =>
    problemsOf({ crates: [CRATE], version, exceptions: [{ id: CRATE.id, reason }] });
  assert.deepEqual(asked('nobody calls it; look again by 2027-05-28'), { problems: [], warnings: [] });
  assert.deepEqual(asked('nobody calls it').problems, [
    'deny.toml: the reason of RUSTSEC-2026-9999 does not end with the day to look at it again',
  ]);
  assert.deepEqual(asked('nobody calls it; look again by 2026-11-27').warnings, [
    'deny.toml: RUSTSEC-2026-9999 was to be looked at again by 2026-11-27',
  ]);
  assert.deepEqual(asked('nobody calls it; look again by 2027-05-28', '1.2.3').warnings, [
    'deny.toml: nothing that is locked needs the exception RUSTSEC-2026-9999',
  ]);
});

test('an old list, and one that was never taken, warn and fail nothing', () => {
  const { problems, warnings } = problemsOf({ version: '1.0.0', taken: { crates: '2026-09-28', npm: null } });
  assert.deepEqual(problems, []);
  assert.match(warnings[0], /from RustSec's database 61 days ago/);
  assert.match(warnings[1], /never taken from npm's audit/);
  assert.deepEqual(problemsOf({ version: '1.0.0', taken: { crates: '2026-09-29', npm: '2026-09-29' } }).warnings, []);
});

test("a file of RustSec's database is a row, but for what was withdrawn or names no weakness", () => {
  const file = (more) =>
    `\`\`\`toml\n[advisory]\nid = "RUSTSEC-2026-9999"\npackage = "planted"\n${more}\n[versions]\npatched = [">= 1.2.3"]\n\`\`\`\n\n# Words\n`;
  const row = { id: 'RUSTSEC-2026-9999', package: 'planted', patched: ['>= 1.2.3'], unaffected: [] };
  assert.deepEqual(rowOfRustSec(file('')), row);
  assert.deepEqual(rowOfRustSec(file('informational = "unsound"')), row);
  assert.equal(rowOfRustSec(file('informational = "unmaintained"')), undefined);
  assert.equal(rowOfRustSec(file('withdrawn = "2026-11-01"')), undefined);
});

test("npm's own audit is read, from a registry that knows of a weakness, and from one that does not answer", async () => {
  const known = {
    planted: [
      {
        id: 1,
        url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
        title: 't',
        severity: 'high',
        vulnerable_versions: '<1.4.2',
      },
    ],
  };
  // In a thread of its own: this one waits for npm.
  const registry = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    require('node:http')
      .createServer((request, response) => {
        const isAudit = request.method === 'POST' && request.url === '/known/-/npm/v1/security/advisories/bulk';
        request.resume().on('end', () => response.writeHead(isAudit ? 200 : 405).end(isAudit ? workerData : ''));
      })
      .listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });`,
    { eval: true, workerData: JSON.stringify(known) },
  );
  const folder = mkdtempSync(join(tmpdir(), 'advisories-test-'));
  try {
    const [port] = await once(registry, 'message');
    const manifest = { name: 'tried', version: '1.0.0', dependencies: { planted: '1.4.1' } };
    const planted = { version: '1.4.1', resolved: `http://127.0.0.1:${port}/planted-1.4.1.tgz` };
    const lock = { ...manifest, lockfileVersion: 3, packages: { '': manifest, 'node_modules/planted': planted } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const ask = (path) => askNpm(folder, `--registry=http://127.0.0.1:${port}/${path}`, '--fetch-retries=0');
    assert.deepEqual(ask('known'), [{ id: 'GHSA-aaaa-bbbb-cccc', package: 'planted', affected: '<1.4.2' }]);
    assert.throws(() => ask('other'), /405/);
  } finally {
    await registry.terminate();
    rmSync(folder, { recursive: true });
  }
});
