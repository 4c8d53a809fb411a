import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { png, webm } from './support/files.ts';
import { expectGoodLooks } from './support/looks.ts';
import { open, signIn, write } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { toast } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });

/** The library with its demo pictures. */
async function openLibrary(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/media${query}`);
  await expect(page.getByRole('heading', { name: 'Media Library', level: 1 })).toBeVisible();
  await expect(page.getByRole('status').first()).not.toHaveText('Loading...');
}

const grid = (page: Page) => page.getByRole('list', { name: 'Files' });

test('files are uploaded, searched, described and deleted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Media' }).click();
  await expect(page).toHaveURL(/\/admin\/media$/);
  await expect(grid(page).getByRole('button')).toHaveCount(24);
  const video = await webm(page);

  const picker = page.getByLabel('Files to upload');
  const soko = { mimeType: 'image/png', buffer: png(900, 600, [200, 80, 30]) };
  await picker.setInputFiles([
    { name: 'Soko la asubuhi.png', ...soko },
    { name: 'clip.webm', mimeType: 'video/webm', buffer: video },
  ]);
  await toast(page, 'Uploaded 2 files successfully');
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0);

  // The same bytes are known, whatever they are called, and none of them is sent.
  await page.route('**/api/uploads/**', (route) => route.abort());
  await picker.setInputFiles({ name: 'copy.png', ...soko });
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads).toContainText('You have this one: use it?');
  await expectAccessible(page);
  await uploads.getByRole('button', { name: 'Use it for copy.png' }).click();
  await page.getByRole('dialog', { name: 'Soko la asubuhi.png' }).getByRole('button', { name: 'Close' }).click();
  await picker.setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer: png(90, 60, [20, 80, 30]) });
  await expect(uploads.getByRole('button', { name: 'Retry the upload of new.png' })).toBeVisible();
  await page.unroute('**/api/uploads/**');
  await uploads.getByRole('button', { name: 'Retry the upload of new.png' }).click();
  await expect(grid(page).getByRole('button', { name: 'new.png' })).toBeVisible();
  const clip = grid(page).getByRole('button', { name: 'clip.webm' });
  // A frame of the video became its picture, and stands in the library itself.
  await expect(clip.locator('img')).toHaveCount(1);
  await expect(grid(page).getByRole('button', { name: 'clip.webp' })).toContainText('Used once');

  await page.getByRole('searchbox', { name: 'Search files' }).fill('SOKO');
  await page.keyboard.press('Enter');
  await expect(grid(page).getByRole('button')).toHaveCount(1);
  const market = grid(page).getByRole('button', { name: 'Soko la asubuhi.png' });
  await expect(market).toContainText(/Picture · \d KB/);
  await expect(market).toContainText('Not used');
  await market.focus();
  await page.keyboard.press('Enter');
  const file = page.getByRole('dialog', { name: 'Soko la asubuhi.png' });
  await expect(file).toContainText('900 × 600');
  await file.getByLabel('Alt text').fill('Baskets of tomatoes');
  await file.getByLabel('Caption').fill('The market opens at five.');
  await file.getByLabel('Credit').fill('Amina Otieno');
  await file.getByRole('checkbox', { name: 'Anyone may find this file' }).check();
  await expectAccessible(page);

  // What was written is not lost by a key.
  await page.keyboard.press('Escape');
  const leaving = page.getByRole('dialog', { name: 'Close without saving?' });
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await file.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(page, 'Saved');
  await file.getByRole('button', { name: 'Copy address' }).click();
  await toast(page, 'Address copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http.*\/media\/\d{4}\/\d\d\/\w+\.png$/);
  await page.keyboard.press('Escape');
  await expect(file).toBeHidden();
  await expect(market).toBeFocused();
  await expect(market).toContainText('Not used · public');

  await page.getByRole('searchbox', { name: 'Search files' }).fill('otieno');
  await page.keyboard.press('Enter');
  await expect(grid(page).getByRole('button')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search files' }).fill('nothing like it');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No file matches.')).toBeVisible();

  await openLibrary(page);
  await page.getByRole('button', { name: 'Videos', exact: true }).click();
  await expect(page).toHaveURL(/shows=video/);
  await expect(clip).toBeVisible();
  await page.getByRole('button', { name: 'Not used', exact: true }).click();
  await expect(page.getByText('No post, newsletter or video uses these, newest first.')).toBeVisible();
  await clip.click();
  const opened = page.getByRole('dialog', { name: 'clip.webm' });
  await opened.getByRole('button', { name: 'Delete file' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this file?' });
  await expect(question).toContainText('somebody may be writing a post with it');
  await question.getByRole('button', { name: 'Delete file' }).click();
  await toast(page, 'File deleted.');
  await expect(clip).toBeHidden();
});

test('the library pages by key, and Back goes back', async ({ page }) => {
  await open(page, '/admin/media');
  await expect(grid(page).getByRole('button')).toHaveCount(24);
  const first = await grid(page).getByRole('button').first().textContent();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(grid(page).getByRole('button').first()).not.toHaveText(first ?? '');
  await page.goBack();
  await expect(grid(page).getByRole('button').first()).toHaveText(first ?? '');
});

test('pictures of the library go into a post with what is known of them', async ({ page, request }) => {
  await signIn(page);
  await page.getByLabel('Title').fill('From the shelf');
  await page.getByLabel('Category', { exact: false }).selectOption({ label: 'Tech' });
  await write(page, 'Text.');
  await page.getByRole('button', { name: 'From the library', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'From the library' });
  await expect(picker.getByRole('button', { name: 'Use file' })).toBeDisabled();
  await expectAccessible(page);
  await picker.getByRole('searchbox', { name: 'Search files' }).fill('soko');
  await page.keyboard.press('Enter');
  await expect(grid(page).getByRole('button')).toHaveCount(1);
  await grid(page).getByRole('button').click();
  await picker.getByRole('searchbox', { name: 'Search files' }).fill('');
  await page.keyboard.press('Enter');
  // What was chosen stays chosen while something else is looked for.
  await grid(page).getByRole('button', { name: 'clip.webp' }).click();
  await expect(picker.getByRole('button', { name: 'Use 2 files' })).toBeVisible();
  await picker.getByRole('button', { name: 'Use 2 files' }).click();
  await expect(picker).toBeHidden();
  const editor = page.getByRole('textbox', { name: 'Content' });
  await expect(editor.getByAltText('Baskets of tomatoes')).toBeVisible();
  await expect(editor).toContainText('The market opens at five. Photo: Amina Otieno');
  await expect(page.getByRole('region', { name: 'Uploaded Media Preview' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Post created successfully!');
  const html = await (await request.get('/post/slug/from-the-shelf')).text();
  expect(html).toContain('alt="Baskets of tomatoes"');
  expect(html).toContain('The market opens at five. Photo: Amina Otieno');

  await openLibrary(page, '?q=soko');
  await grid(page).getByRole('button').click();
  const file = page.getByRole('dialog', { name: 'Soko la asubuhi.png' });
  await expect(file.getByRole('link', { name: 'From the shelf' })).toHaveAttribute('href', '/post/slug/from-the-shelf');
  await expect(file.getByRole('button', { name: 'Delete file' })).toHaveCount(0);
});

test('a file joins the media of a post without its text', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Add from the library' }).click();
  await grid(page).getByRole('button', { name: 'Soko la asubuhi.png' }).click();
  await page.getByRole('button', { name: 'Use file' }).click();
  await expect(page.getByRole('region', { name: 'Uploaded Media Preview' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'Content' }).getByRole('img')).toHaveCount(0);
});

test('a video in a post has a picture before it plays, and captions', async ({ page }) => {
  await signIn(page);
  const video = await webm(page);
  await page.getByLabel('Title').fill('A moving story');
  await page.getByLabel('Category', { exact: false }).selectOption({ label: 'Tech' });
  await write(page, 'Text.');
  await page.getByLabel('Video file').setInputFiles({ name: 'story.webm', mimeType: 'video/webm', buffer: video });
  await toast(page, 'story.webm uploaded successfully!');
  await page.getByRole('button', { name: 'Save Post' }).click();
  await toast(page, 'Post created successfully!');

  await openLibrary(page, '?q=story&shows=video');
  await grid(page).getByRole('button').click();
  const file = page.getByRole('dialog', { name: 'story.webm' });
  await expect(file.locator('video')).toHaveAttribute('poster', /\.webp$/);
  await file.getByLabel('Captions file').setInputFiles({
    name: 'story.vtt',
    mimeType: '',
    buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nHabari.\n'),
  });
  await toast(page, 'Captions saved');
  await expect(file.locator('track')).toHaveCount(1);
  await file.getByLabel('Captions file').setInputFiles({ name: 'bad.vtt', mimeType: '', buffer: Buffer.from('1\nno') });
  await toast(page, 'We do not take files of this type');

  await page.goto('/post/slug/a-moving-story');
  const shown = page.locator('article video').first();
  await expect(shown).toHaveAttribute('poster', /^\/media\/.*\.webp$/);
  await expect(shown).toHaveAttribute('preload', 'metadata');
  const cues = await shown.evaluate(async (element) => {
    const [track] = (element as HTMLVideoElement).textTracks;
    if (!track) return [];
    track.mode = 'showing';
    const loaded = element.querySelector('track') as HTMLTrackElement;
    if (loaded.readyState !== 2)
      await new Promise((resolve) => loaded.addEventListener('load', resolve, { once: true }));
    return [...(track.cues ?? [])].map((cue) => (cue as VTTCue).text);
  });
  expect(cues).toEqual(['Habari.']);
});

test('on a phone and a desk, in both themes, nothing is in the way', async ({ page }) => {
  await open(page, '/admin/media');
  await expect(grid(page).getByRole('button').first()).toBeVisible();
  await expectGoodLooks(page);
  await grid(page).getByRole('button', { name: 'Soko la asubuhi.png' }).click();
  await expect(page.getByRole('dialog', { name: 'Soko la asubuhi.png' }).getByLabel('Credit')).toBeVisible();
  await expectGoodLooks(page, 'a file of the library');
});
