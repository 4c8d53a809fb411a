import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { startServer } from './support/server.ts';

test('the first administrator registers with the code that the server printed, is led to set-up, and nobody after', async ({
  page,
}) => {
  const server = await startServer();
  try {
    const code = /^set-up code: (\S+)$/m.exec(server.output())?.[1];
    if (!code) throw new Error('no set-up code was printed');
    await page.goto(`${server.url}/`);
    await expect(page.getByText('Nothing is published yet.')).toBeVisible();

    // Whoever comes to the admin area is led to make the first account.
    await page.goto(`${server.url}/admin`);
    await expect(page.getByText('This site has no administrator yet')).toBeVisible();
    await expectAccessible(page);
    const register = async (email: string, setUpCode: string) => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').first().fill('a long enough password');
      await page.getByLabel(/set-up code/i).fill(setUpCode);
      await page.getByRole('button', { name: 'Register', exact: true }).click();
    };
    await register('first@example.com', 'wrong');
    await expect(page.getByText('This is not the set-up code.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('first@example.com');
    // The address that was printed, on a line of its own, brings the code along.
    const address = new RegExp(`^${server.url}/admin-auth\\?setup_code=${code}$`, 'm').exec(server.output())?.[0];
    await page.goto(address ?? 'no address was printed');
    await expect(page.getByLabel(/set-up code/i)).toHaveValue(code);
    await register('first@example.com', code);
    await expect(page.getByRole('heading', { level: 1, name: 'Make it yours.' })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/set-up$/);
    await page.getByRole('link', { name: 'Not now' }).click();
    await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
    // That no mail leaves stands at the top until it was read, and where mail is sent.
    await expect(page.getByText('No mail leaves this server.').first()).toBeVisible();
    await page.getByRole('button', { name: 'I have read it' }).click();
    await page.goto(`${server.url}/admin/pages`);
    await expect(page.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible();
    await expect(page.getByText('No mail leaves this server.')).toHaveCount(0);
    await page.goto(`${server.url}/admin/newsletter`);
    await expect(page.getByText('No mail leaves this server.')).toBeVisible();

    // The command line makes a second one beside the running server.
    const made = await server.run(['admin', 'create', '--email', 'second@example.com', '--role', 'editor'], {
      MWANGA_PASSWORD: 'another long password',
    });
    expect(made.output).toContain('second@example.com is editor now');
    const login = await page.request.post(`${server.url}/api/auth/admin/login`, {
      data: { email: 'second@example.com', password: 'another long password' },
    });
    expect(login.status()).toBe(200);
    const late = await page.request.post(`${server.url}/api/auth/admin/register`, {
      data: { email: 'late@example.com', password: 'a long enough password', setup_code: code },
    });
    expect(late.status()).toBe(403);

    // Each screen says that there is nothing yet.
    for (const [path, ...texts] of [
      ['/admin/clicks', 'No analytics data available.'],
      [
        '/admin-analytics',
        'No analytics data available.',
        'Nobody opened a post in these days.',
        'Nobody followed a deal in these days.',
        'Nobody came from another site in these days.',
        'Nobody chose a plan in these days.',
      ],
      ['/admin/email-logs', 'No e-mails were sent yet.'],
      ['/corrections', 'No story has been corrected yet.'],
    ] as const) {
      await page.goto(`${server.url}${path}`);
      for (const text of texts) await expect(page.getByText(text), path).toBeVisible();
    }
  } finally {
    await server.stop();
  }
});
