import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A real mail server (aiosmtpd) that misbehaves as `crates/mwanga/tests/mail/sink.py` says. */
export interface MailServer {
  url: string;
  /** `Message-ID` and recipient of each mail that it kept. */
  kept: { id: string; to: string }[];
  stop(): void;
}

export async function startMailServer(mode: string): Promise<MailServer> {
  const python = join(root, 'target/test-tools/bin/python');
  const child = spawn(python, [join(root, 'crates/mwanga/tests/mail/sink.py'), mode]);
  const lines = createInterface({ input: child.stdout });
  const [first] = (await once(lines, 'line')) as [string];
  const kept: MailServer['kept'] = [];
  lines.on('line', (line) => {
    const [word, id, to] = line.split(' ');
    if (word === 'kept' && id && to) kept.push({ id, to });
  });
  return { url: `smtp://127.0.0.1:${first.replace('port ', '')}`, kept, stop: () => void child.kill() };
}
