import { expect, test } from 'vitest';
import { libraryItem } from '../../testing/media';
import { changedDetails, coverOf, detailsOf } from './cover';

const content = '<p>a</p><figure><video src="/media/c.mp4" poster="/media/p.webp"></video></figure>';

test.each([
  [{ media_url: '/media/a.png', media_urls: ['/media/b.png'], content }, '/media/a.png'],
  [{ media_url: '', media_urls: ['/media/b.png'], content }, '/media/b.png'],
  [{ media_url: '', media_urls: [], content }, '/media/c.mp4'],
  [{ media_url: '', media_urls: [], content: '<p>a</p><figure><img src="/media/d.svg"></figure>' }, ''],
  [{ media_url: '', media_urls: [], content: '<p>a &lt;img src="/media/e.png"&gt;</p>' }, ''],
])('the cover is what the preview rule finds: %#', (values, url) => {
  expect(coverOf(values)).toBe(url);
});

test('only what was changed of a file is sent', () => {
  const file = libraryItem({ alt: 'A lamp', focal_point: { x: 1, y: 2 } });
  const details = detailsOf(file.url, file);
  expect(changedDetails(details, file)).toBeNull();
  expect(changedDetails({ ...details, focal_point: null, credit: 'Amina' }, file)).toEqual({
    focal_point: null,
    credit: 'Amina',
  });
});
