import { contentTypeOf } from './media-file';

/** Where a clear frame is looked for, in seconds. */
const MOMENTS = [1, 3, 8];
const WIDEST = 1280;
/** Mean brightness of 255 below which a frame is taken for a fade from black. */
const DARK = 24;
const PATIENCE_MS = 10_000;

/**
 * A picture of a video file, made by the browser: its first clear frame at about a second.
 *
 * Null where the browser cannot play the file; a video is shown without a picture then.
 */
export async function posterOf(file: File): Promise<File | null> {
  const video = document.createElement('video');
  const type = contentTypeOf(file);
  // Browsers say that they do not play QuickTime; what phones put into it most of them do.
  if (video.canPlayType(type) === '' && type !== 'video/quicktime') return null;
  const url = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.preload = 'auto';
    video.src = url;
    await happened(video, 'loadeddata');
    const canvas = document.createElement('canvas');
    const scale = Math.min(1, WIDEST / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (!pen || canvas.width === 0) return null;
    for (const moment of MOMENTS) {
      const last = Number.isFinite(video.duration) ? video.duration / 2 : moment;
      const sought = happened(video, 'seeked');
      video.currentTime = Math.min(moment, last);
      await sought;
      pen.drawImage(video, 0, 0, canvas.width, canvas.height);
      if (moment > last || !isDark(pen.getImageData(0, 0, canvas.width, canvas.height).data)) break;
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

function happened(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error(`no ${event}`)), PATIENCE_MS);
    const end = (act: () => void) => () => {
      clearTimeout(patience);
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

/** Looks at some of the pixels (four bytes each). */
function isDark(pixels: Uint8ClampedArray): boolean {
  let [sum, count] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4 * 97) {
    sum += (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0);
    count += 3;
  }
  return count > 0 && sum / count < DARK;
}
