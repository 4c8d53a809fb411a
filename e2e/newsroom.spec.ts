import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { demoEditor as editor, openForm, signIn, signInByForm, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const contributor = { email: 'contributor@example.com', password: 'mwanga-demo-contributor' };
const author = { email: 'author@example.com', password: 'mwanga-demo-author' };

/** Calls that the server refused because they are not this person's to make. */
function refusals(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  return refused;
}

const form = (page: Page) => page.getByRole('form');
const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Posts' }).getByRole('listitem').filter({ hasText: title });

async function compose(page: Page, title: string, text: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await write(page, text);
  await form(page).getByLabel('Category').selectOption('tech');
}

/** Selects words in the editor by the keyboard: those after `skip` letters. */
async function selectLetters(page: Page, skip: number, count: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Content' }).click();
  await page.keyboard.press('Control+Home');
  for (let n = 0; n < skip; n += 1) await page.keyboard.press('ArrowRight');
  for (let n = 0; n < count; n += 1) await page.keyboard.press('Shift+ArrowRight');
}

test('a contributor submits, an editor sends back with notes and approves', async ({ page, browser, demo }) => {
  const refused = refusals(page);
  await signIn(page, contributor);
  const tabs = page.getByRole('navigation', { name: 'Admin area' });
  await expect(tabs.getByRole('link')).toHaveText(['Posts', 'Calendar', 'Media']);
  for (const closed of ["Today's Pick", 'Recent Email Logs', 'Admin Tools', 'Send Newsletter']) {
    await expect(page.getByText(closed, { exact: true })).toHaveCount(0);
  }
  await expect(form(page).getByLabel('Status').getByRole('option')).toHaveText(['Draft']);
  await expectAccessible(page);
  await compose(page, 'Solar on a roof in Kibera', 'A roof pays for itself in two years.');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Submitted for review.').first()).toBeVisible();
  await expect(row(page, 'Solar on a roof in Kibera').getByText('In review', { exact: true })).toBeVisible();

  const desk = await browser.newPage({ baseURL: demo.url });
  await signIn(desk, editor);
  await desk.getByLabel('State').selectOption('in_review');
  await expect(row(desk, 'Solar on a roof')).toHaveCount(1);
  await row(desk, 'Solar on a roof').getByRole('button', { name: 'Edit' }).click();
  await expect(desk.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
  const notes = desk.getByRole('region', { name: 'Notes' });
  await selectLetters(desk, 2, 4);
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByRole('blockquote')).toHaveText('roof');
  await notes.getByLabel('Note on this passage').fill('Whose roof? @contr');
  await notes.getByRole('button', { name: '@contributor' }).click();
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByText('Whose roof? @contributor')).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Send back…' }).click();
  await desk.getByLabel('Note to the writer').fill('Two years? Show the numbers.');
  await desk.getByRole('dialog').getByRole('button', { name: 'Send back' }).click();
  await expect(desk.getByText('Sent back to its writer.').first()).toBeVisible();

  await page.reload();
  await row(page, 'Solar on a roof').getByRole('button', { name: 'Edit' }).click();
  const mine = page.getByRole('region', { name: 'Notes' });
  await expect(mine.getByText('Two years? Show the numbers.')).toBeVisible();
  // On a phone the notes stand below the text: the newest is shown above it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '2 open notes Two years? Show the numbers.' }).click();
  await expect(mine.getByRole('heading', { name: 'Notes' })).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 900 });
  await mine.getByRole('button', { name: 'Show in the text: roof' }).click();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('roof');
  await mine.getByRole('button', { name: 'Answer editor' }).first().click();
  await mine.getByLabel('Your answer').fill('My neighbour’s.');
  await mine.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(mine.getByText('My neighbour’s.')).toBeVisible();
  await mine.getByRole('button', { name: 'Resolve' }).first().click();
  await expect(mine.getByRole('button', { name: 'Show 1 resolved' })).toBeVisible();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Submitted for review.').first()).toBeVisible();

  await desk.reload();
  await row(desk, 'Solar on a roof').getByRole('button', { name: 'Edit' }).click();
  await desk.getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByText('Approved.').first()).toBeVisible();
  await page.reload();
  await expect(row(page, 'Solar on a roof').getByRole('button', { name: 'Edit' })).toHaveCount(0);
  const reader = await browser.newPage({ baseURL: demo.url });
  await reader.goto('/post/slug/solar-on-a-roof-in-kibera');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Solar on a roof in Kibera');
  await expect(reader.getByText('Show the numbers')).toHaveCount(0);
  expect(refused).toEqual([]);
});

test('an author publishes alone, and the screens of editors lead back to the posts', async ({ page }) => {
  const refused = refusals(page);
  await signInByForm(page, author);
  await openForm(page);
  await compose(page, 'A week with a second phone', 'It rang twice.');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await expect(page.getByText('Post created successfully!').first()).toBeVisible();
  await expect(row(page, 'A week with a second phone').getByRole('button', { name: 'Edit' })).toBeVisible();
  // Those of others are not in the list.
  await expect(row(page, 'Solar on a roof')).toHaveCount(0);
  await page.goto('/admin/media');
  await expect(page.getByRole('heading', { name: 'Media' }).first()).toBeVisible();
  for (const path of [
    '/admin/newsletter',
    '/admin/staff',
    '/admin-analytics',
    '/admin-subscriptions',
    '/admin/set-up',
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/admin$/);
    await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
  }
  expect(refused).toEqual([]);
});
