import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The link to `path` in the newest mail to an address, waited for: mails are written by a job. */
export async function mailedLink(dataDir: string, to: string, path: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        link = (await mailsTo(dataDir, to))
          .map((text) => new RegExp(`http\\S+${path}\\?code=[\\w-]+`).exec(text)?.[0])
          .findLast(Boolean);
        return link;
      },
      { message: `a mail to ${to} with a link to ${path}`, timeout: 15_000 },
    )
    .toBeDefined();
  return link ?? '';
}

/** The plain text of each mail to an address, oldest first. */
export async function mailsTo(dataDir: string, to: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    names.map(async (name) => ({
      text: await readFile(join(folder, name), 'utf8'),
      at: (await stat(join(folder, name))).mtimeMs,
    })),
  );
  return mails
    .filter(({ text }) => text.includes(`To: ${to}`))
    .sort((a, b) => a.at - b.at)
    .map(({ text }) =>
      text
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
}
