// Who is e-mailed about a new post: chosen in its form, remembered for the next, and mailed to nobody else.
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { mailedLink, mailsTo } from './support/mails.ts';
import { openForm, signIn, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

test.use({ serverEnv: { MWANGA_UNDO_S: '2' } });

/** Confirms an address, with topics. */
async function subscribe(request: APIRequestContext, dataDir: string, email: string, topics: string[]): Promise<void> {
  await request.post('/api/newsletter/subscribe', { data: { email } });
  const link = new URL(await mailedLink(dataDir, email, '/newsletter/confirm'));
  const answer = await request.post('/api/newsletter/confirm', {
    data: { code: link.searchParams.get('code'), topics },
  });
  expect(answer.ok()).toBe(true);
}

const audience = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save Post' });

async function fill(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category', { exact: false }).selectOption({ label: 'Tech' });
  await write(page, 'One sentence.');
}

async function created(page: Page): Promise<void> {
  await toast(page, 'Post created successfully!');
  await expect(page.getByLabel('Title')).toHaveValue('');
}

test('subscribers of the chosen topics are e-mailed, nobody where nobody was chosen', async ({
  page,
  request,
  demo,
}) => {
  await subscribe(request, demo.dataDir, 'games@example.com', ['games', 'books']);
  await subscribe(request, demo.dataDir, 'others@example.com', ['books']);
  await signIn(page);
  await expect(audience(page, /^Everyone, 14 addresses$/)).toBeChecked();

  await fill(page, 'For nobody');
  await audience(page, 'Nobody').check();
  await expect(save(page)).toHaveAccessibleDescription(/Nobody is e-mailed\./);
  await save(page).click();
  await created(page);
  await page.reload();
  await openForm(page);
  await expect(audience(page, 'Nobody')).toBeChecked();

  await fill(page, 'For players');
  await audience(page, 'Topics').check();
  await page.getByRole('checkbox', { name: 'Games, 1', exact: true }).press('Space');
  await expect(audience(page, 'Topics, 1 address')).toBeChecked();
  await expect(save(page)).toHaveAccessibleDescription(/E-mails 1 address a minute after it is published\./);
  await expectAccessible(page);
  await save(page).click();
  await created(page);
  await toast(page, 'Subscribers notified');
  await expect(audience(page, 'Topics, 1 address')).toBeChecked();

  const subjects = async (email: string) =>
    (await mailsTo(demo.dataDir, email)).filter((mail) => /^Subject: For /m.test(mail)).length;
  await expect.poll(() => subjects('games@example.com'), { timeout: 30_000 }).toBe(1);
  await page.goto('/admin/newsletter?tab=sent');
  const issues = page
    .getByRole('region', { name: 'Sent and scheduled' })
    .getByRole('listitem')
    .filter({ hasText: 'E-mail about a post' });
  await expect(issues).toHaveCount(1);
  await expect(issues).toContainText(/For players.*E-mail about a post: Games, .*1 sent/);
  expect([await subjects('games@example.com'), await subjects('others@example.com')]).toEqual([1, 0]);

  await page.goto('/admin');
  await page.getByRole('button', { name: /^Edit For players/ }).click();
  await expect(page.getByText(/^E-mailed on \d{1,2} \w{3} \d{4}, \d\d:\d\d to Games\./)).toBeVisible();
  await expect(save(page)).toHaveAccessibleDescription(/Nobody is e-mailed again\./);
});
