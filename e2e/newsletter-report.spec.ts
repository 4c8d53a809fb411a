// The report of a newsletter: a press on a link of its mail leads on and is counted, and so is who leaves by it.
import { expectAccessible } from './support/axe.ts';
import { mailsTo } from './support/mails.ts';
import { signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test('a link of a mail leads to its post, and the report says how often, and who left', async ({ page, demo }) => {
  test.setTimeout(180_000);
  await signIn(page);
  await page.goto('/admin/newsletter');
  await page.getByLabel('Subject').fill('Counted');
  await page.getByRole('button', { name: 'Send Newsletter' }).press('Enter');
  const card = page.getByRole('region', { name: 'Counted' });
  await expect(card.locator('dl > div').first()).toContainText('Sent12', { timeout: 90_000 });

  const mail = (await mailsTo(demo.dataDir, '')).find((text) => text.includes('Subject: Counted')) ?? '';
  const [, headline, code] = /\n(\S.*)\r?\nhttp\S+(\/r\/[\w-]+)/.exec(mail) ?? [];
  const leave = /List-Unsubscribe: <http:\/\/[^/]+(\/\S+)>/.exec(mail)?.[1];
  for (const _ of ['once', 'again']) {
    await page.goto(code ?? '');
    await expect(page).toHaveURL(/\/post\/slug\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText((headline ?? '').trim());
  }
  await page.goto(leave ?? '');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('You are unsubscribed. No newsletter comes to you any more.')).toBeVisible();

  for (const [device, width] of Object.entries({ phone: 320, desktop: 1280 })) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/admin/newsletter');
    await page.getByRole('button', { name: 'Report of Counted' }).click();
    await expect(card.getByText('1 subscriber left by a link of this newsletter.')).toBeVisible();
    const first = card.getByRole('table', { name: 'Clicks' }).getByRole('row').nth(1);
    await expect(first).toContainText((headline ?? '').trim());
    await expect(first.getByRole('cell')).toHaveText(['2', '100 %']);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const folder = process.env.MWANGA_PICTURES;
    if (folder) await card.screenshot({ path: `${folder}/report-${device}.png` });
  }
});
