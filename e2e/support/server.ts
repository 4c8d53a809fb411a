import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const binary = process.env.MWANGA_BINARY ?? join(root, 'target/debug/mwanga');

/** A running server of its own, with its own data folder. */
export interface Server {
  url: string;
  dataDir: string;
  /** What it printed and logged so far. */
  output(): string;
  /** Runs another command of the binary on the same store. */
  run(args: string[], env?: Record<string, string>): Promise<{ code: number; output: string }>;
  /** Ends it; its data folder stays. */
  end(): Promise<void>;
  /** Ends it and deletes its data folder. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  demo?: boolean;
  /** A folder that is there already, such as a restored one; deleted with the server too. */
  dataDir?: string;
  env?: Record<string, string>;
}

/** Starts the real binary on a free port and waits until it listens. */
export async function startServer({ demo = false, env = {}, ...options }: ServerOptions = {}): Promise<Server> {
  const dataDir = options.dataDir ?? (await newDataDir());
  const seed = process.env.MWANGA_JOURNEY_SEED;
  if (demo && seed) await cp(seed, dataDir, { recursive: true });
  const environment = { ...process.env, MWANGA_LISTEN: '127.0.0.1:0', MWANGA_DATA_DIR: dataDir, ...env };
  const child = spawn(binary, demo ? ['serve', '--demo'] : ['serve'], { cwd: root, env: environment });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      const listening = /^listening on (http:\S+)$/.exec(line);
      if (listening?.[1]) resolve(listening[1]);
    });
    createInterface({ input: child.stderr }).on('line', (line) => {
      output += `${line}\n`;
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
  return {
    url,
    dataDir,
    output: () => output,
    run: (args, more = {}) => run(args, { ...environment, ...more }),
    end: () => ended(child),
    stop: async () => {
      await ended(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const newDataDir = () => mkdtemp(join(tmpdir(), 'mwanga-journey-'));

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { cwd: root, env });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.stderr.on('data', (data) => {
      output += data;
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code: code ?? -1, output }));
  });
}
