import { createServer } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { type Server, startServer } from './server.ts';

export const productionAdmin = { email: 'amina@nuru.example', password: 'a lamp in the window' };

/** A fresh store in production, whose address leads to itself, with its first administrator. */
export async function startProduction(): Promise<Server> {
  const port = await freePort();
  const server = await startServer({
    env: {
      MWANGA_ENV: 'production',
      MWANGA_LISTEN: `127.0.0.1:${port}`,
      MWANGA_BASE_URL: `http://127.0.0.1:${port}`,
      MWANGA_CONTACT_EMAIL: 'desk@nuru.example',
      MWANGA_CONTACT_PHONE: '+254 20 555 0100',
    },
  });
  const { email, password } = productionAdmin;
  const made = await server.run(['admin', 'create', '--email', email, '--role', 'admin'], {
    MWANGA_PASSWORD: password,
  });
  expect(made.code, made.output).toBe(0);
  return server;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Signs in as the first administrator. */
export async function enterProduction(page: Page, server: Server): Promise<void> {
  await page.goto(`${server.url}/admin-auth`);
  await page.getByLabel('Email').fill(productionAdmin.email);
  await page.getByLabel('Password').first().fill(productionAdmin.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}
