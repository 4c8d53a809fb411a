// A morning's walk: three posts with photos and a video, one of them scheduled and one corrected, the picks, an issue
// and the figures. What does each of these is at most two presses away from the desk.
import type { Locator, Page } from '@playwright/test';
import { png, webm } from './support/files.ts';
import { signIn } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

type File = { name: string; mimeType: string; buffer: Buffer };

const bus = 'The night bus that charges while it waits';
const kiosk = 'A kiosk that sells sunlight by the hour';
const school = 'Forty tablets, one socket and a timetable';

const photo = (name: string, colour: [number, number, number]): File => ({
  name,
  mimeType: 'image/png',
  buffer: png(900, 600, colour),
});
const posts = (page: Page) => page.getByRole('list', { name: 'Posts', exact: true }).getByRole('listitem');
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name, exact: true });

/** Presses one control after the other, from the desk on, and no more of them than two. */
async function fromDesk(page: Page, ...controls: [Locator] | [Locator, Locator]): Promise<void> {
  await page.goto('/admin');
  for (const control of controls) await control.click();
}

/** Opens a post that the list finds, and presses one more control there. */
async function fromPost(page: Page, title: string, control: Locator): Promise<void> {
  await page.goto('/admin');
  await page.getByLabel('Search posts').fill(title);
  await posts(page).getByRole('link', { name: title, exact: true }).click();
  await control.click();
}

/** Writes a post on a page of its own, with a cover and what comes after its text. */
async function write(page: Page, title: string, text: string, cover: File, files: File[]): Promise<void> {
  await fromDesk(page, page.getByRole('link', { name: 'Write', exact: true }));
  // Until the page is there, the form of the desk is.
  await expect(page.getByRole('link', { name: '← All posts' })).toBeVisible();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Content' }).click();
  await page.keyboard.type(text);
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload a cover' }).click();
  await (await asked).setFiles(cover);
  await toast(page, `${cover.name} uploaded successfully!`);
  await page.getByLabel('Choose images and videos, or drop them here').setInputFiles(files);
  await page.getByRole('button', { name: 'Upload All' }).click();
  await expect(page.getByRole('textbox', { name: 'Content' }).locator('figure')).toHaveCount(files.length);
  await page.getByRole('form').getByLabel('Category').selectOption('tech');
}

test('each action of a morning is at most two presses from the desk', async ({ page, request }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const clip = { name: 'bus.webm', mimeType: 'video/webm', buffer: await webm(page) };

  // Three posts: photos and a video, one for tomorrow.
  const photos = [photo('stop.png', [60, 90, 140]), photo('socket.png', [170, 140, 70])];
  await write(page, bus, 'Forty minutes at the stop, eighty kilometres of road. ', photo('bus.png', [30, 60, 110]), [
    ...photos,
    clip,
  ]);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await toast(page, 'Post created successfully!');
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/);
  await write(page, kiosk, 'An hour costs ten shillings. ', photo('kiosk.png', [190, 120, 40]), [
    photo('panel.png', [40, 70, 130]),
  ]);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await toast(page, 'Post created successfully!');
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/);
  await write(page, school, 'Who charges first? ', photo('school.png', [60, 120, 70]), [
    photo('tablet.png', [90, 90, 90]),
  ]);
  await page.getByLabel('Publish Date').fill('2099-12-01T09:00');
  await page.getByRole('button', { name: 'Schedule for 1 Dec 2099, 09:00' }).click();
  await toast(page, 'Post created successfully!');
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/);
  const { content } = await (await request.get('/api/post/slug/the-night-bus-that-charges-while-it-waits')).json();
  expect(['<img', '<video'].map((part) => content.split(part).length - 1)).toEqual([2, 1]);

  // The scheduled one stands on the desk; so does what goes out next.
  await page.goto('/admin');
  await expect(page.getByRole('region', { name: 'What goes out next' })).toContainText(school);

  // One is corrected in public.
  await fromPost(page, kiosk, page.getByRole('button', { name: 'Corrections' }));
  const corrections = page.getByRole('dialog', { name: 'Corrections' });
  await corrections.getByLabel('New correction').fill('An earlier version said ten shillings. It is twenty.');
  await corrections.getByRole('button', { name: 'Publish correction' }).click();
  await expect(corrections.getByRole('list', { name: 'Corrections' })).toContainText('It is twenty.');
  expect(await (await request.get('/corrections')).text()).toContain('It is twenty.');

  // Another becomes a pick, and leads home.
  await fromPost(page, bus, page.getByRole('checkbox', { name: "Today's Pick" }));
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await toast(page, 'Post updated successfully!');
  await page.goto('/admin');
  const picks = page.getByRole('region', { name: "Today's Picks" });
  await expect(picks.getByRole('listitem').first()).toContainText(bus);
  await fromDesk(page, picks.getByRole('button', { name: `Move ${bus} down` }));
  await expect(picks.getByRole('listitem').nth(1)).toContainText(bus);

  // The issue of the day has them, and is sent.
  await fromDesk(page, tab(page, 'Newsletter'));
  await page.getByLabel('Subject').fill('The bus that waits');
  await page.getByRole('button', { name: 'Send Newsletter' }).click();
  await toast(page, 'Newsletter sent successfully');
  const issue = page.getByRole('region', { name: 'The bus that waits' });
  await expect(issue.getByRole('timer')).toBeVisible();

  // The figures, the month, the files and what was deleted.
  await page.request.get(`/post/slug/the-night-bus-that-charges-while-it-waits`);
  await fromDesk(page, tab(page, 'Analytics'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Analytics');
  await fromDesk(page, tab(page, 'Calendar'));
  await expect(page.getByRole('link', { name: new RegExp(bus) }).first()).toBeVisible();
  await fromDesk(page, tab(page, 'Media'));
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('button').first()).toHaveAccessibleName(/tablet/);
  await fromDesk(
    page,
    posts(page)
      .filter({ hasText: school })
      .getByRole('button', { name: /^Delete/ }),
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await fromDesk(page, tab(page, 'Trash'));
  await expect(page.getByRole('list').getByText(school).first()).toBeVisible();
});
