import { describe, expect, test } from 'vitest';
import { isVideo, megabytes, withoutMediaPrefix } from './media-file';
import { compressionHint, DEFAULT_LIMITS, sortPicked, tooLargeText, type UploadLimits } from './upload-rules';

const limits: UploadLimits = { ...DEFAULT_LIMITS, maxFileSizeMb: 20 };

function fileOf(name: string, sizeMb = 1): File {
  const file = new File([''], name);
  Object.defineProperty(file, 'size', { value: Math.round(sizeMb * 1024 * 1024) });
  return file;
}

describe('picking files', () => {
  test('says for each skipped file why, up to three', () => {
    const { accepted, skippedTexts } = sortPicked(
      [fileOf('a.PNG'), fileOf('b.exe'), fileOf('c.mp4', 21), fileOf('d')],
      limits,
    );
    expect(accepted.map(({ name }) => name)).toEqual(['a.PNG']);
    expect(skippedTexts).toEqual([
      'Skipped b.exe: Invalid file type',
      'Skipped c.mp4: Exceeds size limit',
      'Skipped d: Invalid file type',
    ]);
  });

  test('says one thing about more than three', () => {
    const { skippedTexts } = sortPicked(
      ['a.exe', 'b.exe', 'c.exe', 'd.exe'].map((name) => fileOf(name)),
      limits,
    );
    expect(skippedTexts).toEqual(['Some files were skipped - only jpg, jpeg, png, gif, webp, mp4, webm, mov allowed']);
  });

  test('a file of exactly the maximum is not too large', () => {
    expect(sortPicked([fileOf('a.mp4', 20)], limits).accepted).toHaveLength(1);
  });

  test('an oversized file is named with its size and the limit', () => {
    expect(tooLargeText(fileOf('film.mov', 123.456), limits)).toBe('film.mov (123.46MB) exceeds 20MB limit');
  });
});

describe('the compression hint', () => {
  test.each([
    ['clip.mp4', 10, undefined],
    ['clip.mp4', 10.1, 'Consider compressing this video'],
    ['photo.jpg', 13.9, undefined],
    ['photo.jpg', 14.1, 'Consider compressing this file'],
  ])('%s of %d MB: %s', (name, sizeMb, hint) => {
    expect(compressionHint(fileOf(name, sizeMb), limits)).toBe(hint);
  });
});

test('a video is known by its extension, whatever follows it', () => {
  expect(isVideo('/media/a.MP4?x=1#t=3')).toBe(true);
  expect(isVideo('/media/mp4.png')).toBe(false);
});

test('sizes are short and never round a file down to nothing', () => {
  expect([0, 100, 1024 * 1024, 12.4 * 1024 * 1024].map(megabytes)).toEqual(['0', '0.01', '1', '12.4']);
});

test('media paths are sent without their prefix; other sites keep their address', () => {
  expect(withoutMediaPrefix('/media/2026/a.jpg')).toBe('2026/a.jpg');
  expect(withoutMediaPrefix(`${window.location.origin}/media/b.jpg`)).toBe('b.jpg');
  expect(withoutMediaPrefix('https://elsewhere.example/media/c.jpg')).toBe('https://elsewhere.example/media/c.jpg');
});
