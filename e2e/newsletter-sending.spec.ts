// A newsletter on its way to a mail server that loses an answer: held back, let go on, and what is uncertain sent again by hand.
import { expectAccessible } from './support/axe.ts';
import { type MailServer, startMailServer } from './support/mail-server.ts';
import { startServer } from './support/server.ts';
import { open } from './support/staff.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<{ mailServer: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
  mailServer: async ({}, use) => {
    const mailServer = await startMailServer('cut');
    await use(mailServer);
    mailServer.stop();
  },
  demo: async ({ mailServer }, use) => {
    // One a second: a person has time to press Pause.
    const env = {
      SMTP_URL: mailServer.url,
      MWANGA_MAIL_CONNECTIONS: '1',
      MWANGA_MAIL_PER_SECOND: '1',
      MWANGA_UNDO_S: '1',
    };
    const server = await startServer({ demo: true, env });
    await use(server);
    await server.stop();
  },
});

const audience = 12; // the demo's subscribers

test('what goes out is held back, goes on, and what is uncertain is sent again by hand', async ({
  page,
  mailServer,
}) => {
  test.setTimeout(180_000);
  await open(page, '/admin/newsletter');
  await page.getByLabel('Subject').fill('Slowly');
  await page.getByRole('button', { name: 'Send Newsletter' }).press('Enter');
  const card = page.getByRole('region', { name: 'Slowly' });
  await card.getByRole('button', { name: 'Pause' }).click({ timeout: 30_000 });
  await expect(card.getByText(/The rest waits until somebody goes on/)).toBeVisible();
  // The one under way may still arrive; then it is quiet.
  await page.waitForTimeout(1_500);
  const soFar = mailServer.kept.length;
  expect(soFar).toBeLessThan(audience);
  await page.waitForTimeout(2_500);
  expect(mailServer.kept).toHaveLength(soFar);
  await page.reload();
  await expect(card.getByRole('button', { name: 'Go on' })).toBeVisible();
  await expectAccessible(page);

  await card.getByRole('button', { name: 'Go on' }).press('Enter');
  await expect(card.locator('dl > div').first()).toContainText(`Sent${audience - 1}`, { timeout: 60_000 });
  expect(mailServer.kept).toHaveLength(audience);
  const lost = mailServer.kept[0];
  const uncertain = card.getByRole('region', { name: 'What may have arrived' });
  await expect(uncertain.getByRole('listitem')).toHaveText(new RegExp(`^${lost?.to}`));

  await card.getByRole('button', { name: 'Send these again' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Whoever got the first one may get a second');
  await dialog.getByRole('button', { name: 'Send again' }).press('Enter');
  await expect(card.locator('dl > div').first()).toContainText(`Sent${audience}`, { timeout: 20_000 });
  await expect(uncertain).toHaveCount(0);
  expect(mailServer.kept.filter(({ to }) => to === lost?.to)).toEqual([lost, lost]);
});
