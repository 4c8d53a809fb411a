import { afterEach, expect, test, vi } from 'vitest';
import { createPoster } from './video-poster';

afterEach(() => vi.restoreAllMocks());

/** Which addresses a browser was given that plays nothing, by its own words. */
async function tried(file: File): Promise<string[]> {
  const sources: string[] = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('');
  URL.createObjectURL = () => 'blob:video';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement, source) {
    sources.push(source);
    setTimeout(() => this.dispatchEvent(new Event('error')));
  });
  expect(await createPoster(file)).toBeNull();
  return sources;
}

test("a phone's video is tried whatever system and browser say of it", async () => {
  expect(await tried(new File(['a'], 'IMG_1.MOV'))).toEqual(['blob:video']);
  expect(await tried(new File(['a'], 'IMG_1.mov', { type: 'video/quicktime' }))).toEqual(['blob:video']);
  expect(await tried(new File(['a'], 'clip.webm'))).toEqual([]);
});
