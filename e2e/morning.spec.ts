// A newsroom's morning, from the first word to the way back from the trash, by keyboard alone.
import type { Locator, Page } from '@playwright/test';
import { png } from './support/files.ts';
import { focus, press, typeDateTime, typeInto } from './support/keyboard.ts';
import { staffToken } from './support/posts.ts';
import { expect, test } from './support/test.ts';
import { notesToasts, toast } from './support/toasts.ts';

const contributor = { email: 'contributor@example.com', password: 'mwanga-demo-contributor' };
const editor = { email: 'editor@example.com', password: 'mwanga-demo-editor' };
const title = 'The ferry that runs on sunlight';
const address = '/post/slug/the-ferry-that-runs-on-sunlight';

const photo = (name: string, colour: [number, number, number]) => ({
  name,
  mimeType: 'image/png',
  buffer: png(900, 600, colour),
});

const row = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('listitem').filter({ hasText: title });
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const notes = (page: Page) => page.getByRole('region', { name: 'Notes' });

/** Presses a button that asks for files, and gives them. */
async function choose(page: Page, button: Locator, files: ReturnType<typeof photo>[]): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await press(page, button);
  await (await asked).setFiles(files);
}

async function signIn(page: Page, { email, password }: typeof editor): Promise<void> {
  await page.goto('/admin-auth');
  await typeInto(page, page.getByLabel('Email'), email);
  await typeInto(page, page.getByRole('textbox', { name: 'Password' }), password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
}

/** Opens the post alone, from the list. */
async function edit(page: Page): Promise<void> {
  await page.goto('/admin');
  await press(page, row(page).getByRole('link', { name: title, exact: true }));
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeFocused();
}

async function expectSelected(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(words);
}

async function addNote(page: Page, label: string, text: string): Promise<void> {
  await press(page, notes(page).getByRole('button', { name: 'Add note' }));
  await typeInto(page, notes(page).getByLabel(label), text);
  await page.keyboard.press('Control+Enter');
  await expect(notes(page).getByRole('listitem').filter({ hasText: text })).toBeVisible();
}

/** This minute of tomorrow, in Nairobi. */
const tomorrow = () => new Date(Date.now() + 27 * 3_600_000).toISOString().slice(0, 16);

test('a contributor’s story is noted, agreed to, scheduled, published, deleted and restored', async ({
  page,
  browser,
  request,
  demo,
}) => {
  test.setTimeout(240_000);
  const status = async () => (await request.get(address, { maxRedirects: 0 })).status();

  // The contributor writes, with a cover and two photos in the text.
  await signIn(page, contributor);
  await press(page, page.getByRole('link', { name: 'Write' }));
  await expect(page.getByLabel('Title')).toBeFocused();
  await typeInto(page, page.getByLabel('Title'), title);
  await page.keyboard.press('Enter');
  await page.keyboard.type('She carries forty people across the bay, and no diesel.');
  await choose(page, page.getByRole('button', { name: 'Upload a cover' }), [photo('ferry.png', [40, 110, 150])]);
  await toast(page, 'ferry.png uploaded successfully!');
  await typeInto(page, page.getByRole('region', { name: 'Cover' }).getByLabel('Description'), 'A ferry under panels');
  await choose(page, page.getByLabel('Choose images and videos, or drop them here'), [
    photo('deck.png', [180, 130, 60]),
    photo('jetty.png', [90, 90, 120]),
  ]);
  await press(page, page.getByRole('button', { name: 'Upload All' }));
  await toast(page, 'deck.png uploaded successfully!');
  await toast(page, 'jetty.png uploaded successfully!');
  await expect(content(page).locator('figure')).toHaveCount(2);
  await focus(page, page.getByRole('form').getByLabel('Category'));
  await page.keyboard.type('Tech');
  await press(page, page.getByRole('button', { name: 'Submit for review' }));
  await toast(page, 'Submitted for review.', 'It waits for an editor.');

  // An editor sends it back with a note on a passage and one on the whole.
  const desk = await browser.newPage({ baseURL: demo.url });
  await notesToasts(desk);
  await signIn(desk, editor);
  await edit(desk);
  await addNote(desk, 'Note on the whole post', 'What does a crossing cost?');
  await focus(desk, content(desk));
  await desk.keyboard.press('Control+Home');
  for (let letter = 0; letter < 'She'.length; letter += 1) await desk.keyboard.press('Shift+ArrowRight');
  await expectSelected(desk, 'She');
  await addNote(desk, 'Note on this passage', 'Who is she? @contributor');
  await expect(notes(desk).getByRole('button', { name: 'Show in the text: She' })).toBeVisible();
  await press(desk, desk.getByRole('button', { name: 'Send back…' }));
  await typeInto(desk, desk.getByLabel('Note to the writer'), 'Two questions, then it goes.');
  await press(desk, desk.getByRole('dialog').getByRole('button', { name: 'Send back' }));
  await toast(desk, 'Sent back to its writer.');

  // The contributor answers, and submits again.
  await edit(page);
  await expect(notes(page).getByRole('listitem').filter({ hasText: 'What does a crossing cost?' })).toBeVisible();
  await focus(page, content(page));
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('The Mtongwe, a ferry of wood. ');
  await press(page, notes(page).getByRole('button', { name: 'Resolve' }).last());
  await expect(notes(page).getByRole('button', { name: 'Show 1 resolved' })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Submit for review' }));
  await toast(page, 'Submitted for review.');

  // The captain, who has no account, says yes by a link.
  await edit(desk);
  await press(desk, desk.getByRole('button', { name: 'Preview links' }));
  await press(desk, desk.getByRole('button', { name: 'Make link' }));
  const link = new URL(await desk.getByLabel('New link').inputValue());
  await desk.keyboard.press('Escape');
  const captain = await browser.newPage({ baseURL: demo.url });
  await captain.goto(link.pathname);
  await expect(captain.getByRole('heading', { level: 1 })).toHaveText(title);
  await press(captain, captain.getByRole('button', { name: 'Looks good' }));
  await expect(captain.getByText('Thank you. The newsroom has your answer.')).toBeVisible();

  // The editor approves it for tomorrow.
  await edit(desk);
  await expect(desk.getByText(/^Agreed by preview link on/)).toBeVisible();
  const minute = tomorrow();
  const date = desk.getByLabel('Publish Date');
  await typeDateTime(desk, date, minute);
  await expect(date).toHaveValue(minute);
  await press(desk, desk.getByRole('button', { name: 'Approve' }));
  await toast(desk, 'Approved.', 'Readers see it on');
  expect(await status()).toBe(404);
  await page.goto('/admin');
  await expect(
    row(page)
      .getByText(/^Scheduled/)
      .first(),
  ).toBeVisible();
  await expect(row(page).getByRole('button', { name: 'Edit' })).toHaveCount(0);
  // The field knows minutes, the publication moments: brought forward, it appears by itself when its moment is there.
  const headers = { authorization: `Bearer ${await staffToken(request)}` };
  const found = await (await request.get(`/api/admin/posts?q=${encodeURIComponent(title)}`, { headers })).json();
  const moment = Date.now() + 3_000;
  const data = { publish_date: new Date(moment).toISOString() };
  expect((await request.put(`/api/admin/posts/${found.data[0].id}`, { headers, data })).status()).toBe(200);
  expect(await status()).toBe(404);
  await expect.poll(status, { timeout: 20_000 }).toBe(200);
  expect(Date.now()).toBeGreaterThanOrEqual(moment);
  const reader = await browser.newPage({ baseURL: demo.url });
  await reader.goto(address);
  await expect(reader.locator('figure.hero').getByRole('img', { name: 'A ferry under panels' })).toBeVisible();
  await expect(reader.locator('.prose img')).toHaveCount(2);
  await expect(reader.getByText('Who is she?')).toHaveCount(0);

  // Into the trash and back.
  await press(desk, desk.getByRole('button', { name: 'Delete', exact: true }));
  await press(desk, desk.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await toast(desk, 'Post deleted successfully', 'It lies in the trash for 30 days.');
  expect(await status()).toBe(410);
  await press(desk, desk.getByRole('link', { name: 'Trash', exact: true }));
  await press(desk, desk.getByRole('button', { name: `Restore ${title}` }));
  await toast(desk, 'Post restored as a draft.');
  expect(await status()).toBe(404);
  await edit(desk);
  await expect(content(desk)).toContainText('The Mtongwe, a ferry of wood.');
  await expect(notes(desk).getByText('What does a crossing cost?')).toBeVisible();
});
