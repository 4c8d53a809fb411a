import toast from 'react-hot-toast';
import { isVideo } from './media-file';
import { type UploadedMedia, uploadErrorText, uploadMedia } from './upload';
import type { UploadLimits } from './upload-rules';

/** Screen readers announce the end of an upload only, not each percent. */
const LIVE_OFF = { role: 'status', 'aria-live': 'off' } as const;
const LIVE_POLITE = { role: 'status', 'aria-live': 'polite' } as const;

/**
 * Uploads one file, with its progress in one toast that is updated in place. Resolves to null when it failed; the toast
 * says why.
 */
export async function uploadWithToast(
  file: File,
  limits: UploadLimits,
  { onProgress, place }: { onProgress?: (percent: number) => void; place: 'panel' | 'editor' },
): Promise<UploadedMedia | null> {
  const showProgress = (percent: number, id?: string) =>
    toast.loading(`Uploading ${file.name} (${percent}%)`, { id, ariaProps: LIVE_OFF });
  const id = showProgress(0);
  try {
    const media = await uploadMedia(file, limits, (percent) => {
      showProgress(percent, id);
      onProgress?.(percent);
    });
    toast.success(`${file.name} uploaded successfully!`, { id, ariaProps: LIVE_POLITE });
    return media;
  } catch (cause) {
    console.error(cause);
    const reason = uploadErrorText(cause, file, limits);
    const text = place === 'editor' && !isVideo(file.name) ? <ImageFailed reason={reason} /> : reason;
    toast.error(text, { id, ariaProps: LIVE_POLITE });
    return null;
  }
}

function ImageFailed({ reason }: { reason: string }) {
  return (
    <span>
      <span className="block">Image upload failed</span> <span className="block text-xs">{reason}</span>
    </span>
  );
}
