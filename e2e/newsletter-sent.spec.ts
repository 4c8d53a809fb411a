// A newsletter that went out: reported on, in the archive and in the log, followed by its links, and left.
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { desk, expectGoodLooks } from './support/looks.ts';
import { mailsTo } from './support/mails.ts';
import { open, openForm, signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });

// How long it can be undone is told in newsletter-admin.spec; here it goes.
test.use({ serverEnv: { MWANGA_UNDO_S: '2' } });

const send = (page: Page) => page.getByRole('button', { name: 'Send Newsletter' });

async function write(page: Page, subject: string, text: string): Promise<void> {
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(`${text} `);
}

test('once its time is over it goes out, is reported on and stands in the archive', async ({
  page,
  request,
  demo,
  quietConsole,
}) => {
  await signIn(page);
  const mails = page.getByRole('region', { name: 'Admin Tools' }).getByRole('definition').last();
  await expect(mails).toHaveText(/^\d+$/);
  const before = Number(await mails.textContent());
  await page.goto('/admin/newsletter');
  const audience = 12; // the demo's subscribers
  await expect(page.getByText(`${audience} subscribers`, { exact: true })).toBeVisible();
  await write(page, 'Good morning', 'Habari gani?');
  await send(page).press('Enter');
  const card = page.getByRole('region', { name: 'Good morning' });
  await expect(card.getByRole('timer')).toBeVisible();
  await expect(card.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await expect(card.locator('dl > div').first()).toContainText(`Sent${audience}`, { timeout: 30_000 });
  // A fresh draft, and nothing kept of what went out.
  await expect(page.getByLabel('Subject')).not.toHaveValue('Good morning');
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unsaved-newsletter'))),
  ).toEqual([]);
  await expectAccessible(page);

  const issues = await (await request.get('/api/newsletter/issues')).json();
  expect(issues.data[0].subject).toBe('Good morning');
  const reader = await page.context().newPage();
  await reader.goto(`${demo.url}/newsletters`);
  await reader.getByRole('link', { name: 'Past newsletters' }).click();
  await expect(reader.getByRole('heading', { name: 'Past newsletters', level: 1 })).toBeVisible();
  await expectAccessible(reader);
  await reader.getByRole('link', { name: 'Good morning' }).click();
  await expect(reader.getByRole('heading', { name: 'Good morning', level: 1 })).toBeVisible();
  await expect(reader.getByText('Habari gani?')).toBeVisible();
  await expectGoodLooks(reader);
  expect(quietConsole.filter((message) => /^(error|warning)/.test(message))).toEqual([]);

  // The mails are in the log, the sidebar and the count.
  await page.goto('/admin');
  await openForm(page);
  const logs = page.getByRole('complementary', { name: 'Recent Email Logs' });
  await expect(logs.getByRole('listitem')).toHaveCount(3);
  await expect(logs.getByRole('listitem').first()).toContainText(/Good morning.*\d{1,2} \w{3} \d{4}.*Sent/);
  await expect(mails).toHaveText(String(before + audience));
});

test('a link of its mail leads to its post, and the report says how often, and who left', async ({ page, demo }) => {
  const mail = (await mailsTo(demo.dataDir, '')).find((text) => text.includes('Subject: Good morning')) ?? '';
  // The first headline begins with what was typed.
  const [, headline, code] = [...mail.matchAll(/\n(\S.*)\r?\nhttp\S+(\/r\/[\w-]+)/g)][1] ?? [];
  const leave = /List-Unsubscribe: <http:\/\/[^/]+(\/\S+)>/.exec(mail)?.[1];
  for (const _ of ['once', 'again']) {
    await page.goto(code ?? '');
    await expect(page).toHaveURL(/\/post\/slug\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText((headline ?? '').trim());
  }
  await page.goto(leave ?? '');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('You are unsubscribed. No newsletter comes to you any more.')).toBeVisible();

  await open(page, '/admin/newsletter?tab=sent');
  const card = page.getByRole('region', { name: 'Good morning' });
  await page.getByRole('button', { name: 'Report of Good morning' }).click();
  await expect(card.getByText('1 subscriber unsubscribed by a link of this newsletter.')).toBeVisible();
  const first = card.getByRole('table', { name: 'Clicks' }).getByRole('row').nth(1);
  await expect(first).toContainText((headline ?? '').trim());
  await expect(first.getByRole('cell')).toHaveText(['2', '100 %']);
  await expectGoodLooks(page, 'the report', [desk, { width: 320, height: 780 }]);
});
