import { contentTypeOf } from './media-file';

/** Where a clear frame is looked for, in seconds. */
const FRAME_SECONDS = [1, 3, 8];
const MAX_WIDTH = 1280;
/** Mean brightness of 255 below which a frame is taken for a fade from black. */
const DARK_BRIGHTNESS = 24;
const EVENT_TIMEOUT_MS = 10_000;

/**
 * Creates the poster of a video file in the browser: the first frame, from about a second on, that is not dark.
 *
 * Null where the browser cannot play the file; the video has no poster then.
 */
export async function createPoster(file: File): Promise<File | null> {
  const video = document.createElement('video');
  const type = contentTypeOf(file);
  // Browsers say that they do not play QuickTime; what phones put into it most of them do.
  if (video.canPlayType(type) === '' && type !== 'video/quicktime') return null;
  const url = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.preload = 'auto';
    video.src = url;
    await waitForEvent(video, 'loadeddata');
    const canvas = document.createElement('canvas');
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context || canvas.width === 0) return null;
    for (const second of FRAME_SECONDS) {
      const last = Number.isFinite(video.duration) ? video.duration / 2 : second;
      const seeked = waitForEvent(video, 'seeked');
      video.currentTime = Math.min(second, last);
      await seeked;
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      if (second > last || !isDark(context.getImageData(0, 0, canvas.width, canvas.height).data)) break;
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.85));
    // Browsers that write no WebP write PNG.
    const extension = blob?.type === 'image/webp' ? 'webp' : 'png';
    return blob && new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.${extension}`, { type: blob.type });
  } catch (cause) {
    console.warn('No picture could be made of the video.', cause);
    return null;
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}

function waitForEvent(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`no ${event}`)), EVENT_TIMEOUT_MS);
    const end = (act: () => void) => () => {
      clearTimeout(timeout);
      act();
    };
    video.addEventListener(event, end(resolve), { once: true });
    video.addEventListener(
      'error',
      end(() => reject(video.error ?? new Error('unreadable'))),
      { once: true },
    );
  });
}

/** Samples the mean brightness of RGBA pixels. */
function isDark(pixels: Uint8ClampedArray): boolean {
  let [sum, count] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4 * 97) {
    sum += (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0);
    count += 3;
  }
  return count > 0 && sum / count < DARK_BRIGHTNESS;
}
