#!/usr/bin/env node
// Compares Cargo.lock and every package-lock.json with scripts/advisories.json, offline, and fails where a version with
// a known weakness is locked and deny.toml names no exception:
//
//     scripts/advisories.mjs
//     scripts/advisories.mjs --update [--rustsec REPOSITORY]
//
// --update asks RustSec's database (a git repository; REPOSITORY: another place of it, such as a local clone) and npm's
// audit first, and writes the list; what it cannot reach keeps its rows and its day. A row says who, not what:
//
// - of a crate: `{id, package, patched, unaffected}`, the versions that are well, in Cargo's notation. All of RustSec's
//   rows about locked crates, so that going back to an older version is seen too; but those that only say that nobody
//   maintains a crate, which `cargo deny check advisories` asks about.
// - of an npm package: `{id, package, affected}`, in npm's notation. Its audit tells of what affects a locked version
//   alone, so a row stays for as long as its package is locked.
//
// `taken` is the day of what each side knows, null where it was never asked. An old day is a warning and no failure:
// without a network nothing newer can be had.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ofFrontend = createRequire(new URL('../frontend/package.json', import.meta.url));
const { satisfies, minVersion, rcompare, compare, Range } = ofFrontend('semver');
const { parse: parseToml } = ofFrontend('smol-toml');

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LIST = join(ROOT, 'scripts/advisories.json');
const RUSTSEC = 'https://github.com/RustSec/advisory-db';
/** Age of the list, in days, from which on it is called old. */
const OLD = 60;
/** Pre-releases count by their place in the order, as RustSec and GitHub read their ranges. */
const OPTIONS = { includePrerelease: true };

/** Problems (each fails) and warnings, one line each. `today` is a date as `2026-11-28`. */
export function compared({ list, locked, exceptions, today }) {
  const problems = [];
  const warnings = [];
  const hit = new Set();
  for (const kind of ['crates', 'npm']) {
    for (const advisory of list[kind]) {
      for (const { file, version } of locked[kind].filter((one) => one.name === advisory.package)) {
        const { isAffected, good } = kind === 'crates' ? ofCrate(advisory, version) : ofNpm(advisory, version);
        if (!isAffected) continue;
        hit.add(advisory.id);
        if (exceptions.some(({ id }) => id === advisory.id)) continue;
        const way = good ? `first good version: ${good}` : 'no version mends it';
        problems.push(`${file}: ${advisory.id} affects ${advisory.package} ${version}; ${way}`);
      }
    }
    const source = kind === 'crates' ? "RustSec's database" : "npm's audit";
    const taken = list.taken[kind];
    const age = taken && Math.floor((Date.parse(today) - Date.parse(taken)) / 86_400_000);
    if (!taken)
      warnings.push(`scripts/advisories.json was never taken from ${source}: scripts/advisories.mjs --update`);
    else if (age > OLD)
      warnings.push(
        `scripts/advisories.json was taken from ${source} ${age} days ago: scripts/advisories.mjs --update`,
      );
  }
  const listed = new Set([...list.crates, ...list.npm].map(({ id }) => id));
  for (const { id, reason = '' } of exceptions) {
    const until = reason.match(/\b\d{4}-\d{2}-\d{2}$/)?.[0];
    if (!until) problems.push(`deny.toml: the reason of ${id} does not end with the day to look at it again`);
    else if (until < today) warnings.push(`deny.toml: ${id} was to be looked at again by ${until}`);
    if (listed.has(id) && !hit.has(id)) warnings.push(`deny.toml: nothing that is locked needs the exception ${id}`);
  }
  return { problems, warnings };
}

function ofCrate({ patched, unaffected }, version) {
  const isAffected = ![...patched, ...unaffected].some((range) => satisfies(version, ofCargo(range), OPTIONS));
  const starts = patched.map((range) => minVersion(ofCargo(range))).filter((start) => compare(start, version) > 0);
  return { isAffected, good: starts.sort(compare)[0]?.version };
}

/** A range of Cargo's notation in npm's: commas are spaces, and a bare version means all that are compatible. */
function ofCargo(range) {
  return range
    .split(',')
    .map((part) => part.trim().replace(/^(?=\d)/, '^'))
    .join(' ');
}

function ofNpm({ affected }, version) {
  const parts = new Range(affected, OPTIONS).set.filter((part) => part.every((comparator) => comparator.test(version)));
  const ends = parts.flatMap((part) => part.filter(({ operator }) => operator.startsWith('<')));
  const end = ends.sort((a, b) => rcompare(a.semver, b.semver))[0];
  const good = end && (end.operator === '<' ? end.semver.version : `the one after ${end.semver.version}`);
  return { isAffected: parts.length > 0, good };
}

/** What the lock files of this repository hold, as `{file, name, version}`; packages of our own are left out. */
function readLocked() {
  const crates = parseToml(readFileSync(join(ROOT, 'Cargo.lock'), 'utf8')).package.filter(({ source }) => source);
  const npm = lockFiles().flatMap((file) => {
    const packages = Object.entries(JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages);
    const named = packages.map(([path, { name, version, link }]) => ({
      file,
      name: name ?? path.split('node_modules/').at(-1),
      version,
      link,
      path,
    }));
    return named.filter(({ path, link }) => path.includes('node_modules/') && !link);
  });
  return { crates: crates.map(({ name, version }) => ({ file: 'Cargo.lock', name, version })), npm };
}

function lockFiles() {
  return git(ROOT, 'ls-files', '*package-lock.json').trim().split('\n');
}

function git(folder, ...options) {
  return execFileSync('git', ['-C', folder, ...options], { encoding: 'utf8' });
}

/** The list with what the databases say today, and a line for each that could not be asked. */
function updated(list, locked, repository) {
  const unreached = [];
  const isLocked = (kind) => (row) => locked[kind].some(({ name }) => name === row.package);
  const taken = { ...list.taken };
  let crates = list.crates;
  try {
    const rustsec = askRustSec(repository);
    taken.crates = rustsec.day;
    crates = rustsec.rows;
  } catch (error) {
    unreached.push(`RustSec's database: ${error.message.trim()}`);
  }
  const npm = new Map(list.npm.map((row) => [`${row.id} ${row.package}`, row]));
  try {
    for (const file of lockFiles()) {
      for (const row of askNpm(dirname(join(ROOT, file)))) npm.set(`${row.id} ${row.package}`, row);
    }
    taken.npm = new Date().toISOString().slice(0, 10);
  } catch (error) {
    unreached.push(`npm's audit: ${error.message.trim()}`);
  }
  const sorted = (rows, kind) => rows.filter(isLocked(kind)).sort((a, b) => sortKey(a).localeCompare(sortKey(b), 'en'));
  return { list: { taken, crates: sorted(crates, 'crates'), npm: sorted([...npm.values()], 'npm') }, unreached };
}

function sortKey({ package: name, id }) {
  return `${name} ${id}`;
}

function askRustSec(repository) {
  const folder = mkdtempSync(join(tmpdir(), 'advisories-'));
  try {
    execFileSync('git', ['clone', '--quiet', '--depth', '1', repository, folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const files = readdirSync(join(folder, 'crates'), { recursive: true }).filter((file) => file.endsWith('.md'));
    const rows = files.map((file) => rowOfRustSec(readFileSync(join(folder, 'crates', file), 'utf8'))).filter(Boolean);
    return { day: git(folder, 'log', '-1', '--format=%cs').trim(), rows };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The row of one of RustSec's files: Markdown that begins with a block of TOML. None where it names no weakness. */
export function rowOfRustSec(text) {
  const { advisory, versions } = parseToml(text.match(/^```toml\n(.*?)^```/ms)[1]);
  if (advisory.withdrawn || ['unmaintained', 'notice'].includes(advisory.informational)) return undefined;
  return {
    id: advisory.id,
    package: advisory.package,
    patched: versions.patched ?? [],
    unaffected: versions.unaffected ?? [],
  };
}

/** The rows of npm's audit of the lock file in `folder`. It exits with 1 where there are any. */
export function askNpm(folder, ...options) {
  const audit = spawnSync('npm', ['audit', '--json', '--package-lock-only', ...options], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { vulnerabilities, message } = JSON.parse(audit.stdout);
  if (!vulnerabilities) throw new Error(message ?? audit.stderr);
  const found = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one === 'object'));
  return found.map(({ url, name, range }) => ({ id: url.split('/').at(-1), package: name, affected: range }));
}

/** One row a line, so that a difference can be read. */
function written({ taken, crates, npm }) {
  const rows = (all) => (all.length ? `[\n${all.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]` : '[]');
  return `{\n  "taken": ${JSON.stringify(taken)},\n  "crates": ${rows(crates)},\n  "npm": ${rows(npm)}\n}\n`;
}

function main(options) {
  const locked = readLocked();
  let list = JSON.parse(readFileSync(LIST, 'utf8'));
  let unreached = [];
  if (options.includes('--update')) {
    const at = options.indexOf('--rustsec');
    ({ list, unreached } = updated(list, locked, at < 0 ? RUSTSEC : options[at + 1]));
    writeFileSync(LIST, written(list));
  }
  const exceptions = parseToml(readFileSync(join(ROOT, 'deny.toml'), 'utf8')).advisories.ignore;
  const today = new Date().toISOString().slice(0, 10);
  const { problems, warnings } = compared({ list, locked, exceptions, today });
  for (const line of warnings) console.log(`warning: ${line}`);
  for (const line of [...unreached.map((line) => `not reached: ${line}`), ...problems]) console.error(line);
  process.exitCode = unreached.length + problems.length ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
