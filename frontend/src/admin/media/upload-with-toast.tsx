import toast from 'react-hot-toast';
import { isVideo } from './media-file';
import { type UploadedMedia, uploadErrorText, uploadMedia } from './upload';
import type { UploadLimits } from './upload-rules';

/** Each percent would be read out otherwise; the end of the upload is announced. */
const SILENT = { role: 'status', 'aria-live': 'off' } as const;
const ALOUD = { role: 'status', 'aria-live': 'polite' } as const;

/**
 * Uploads one file and tells how it goes in one toast, updated in place. Answers null when it failed (the toast says
 * why).
 */
export async function uploadWithToast(
  file: File,
  limits: UploadLimits,
  { onProgress, place }: { onProgress?: (percent: number) => void; place: 'panel' | 'editor' },
): Promise<UploadedMedia | null> {
  const showProgress = (percent: number, id?: string) =>
    toast.loading(`Uploading ${file.name} (${percent}%)`, { id, ariaProps: SILENT });
  const id = showProgress(0);
  try {
    const media = await uploadMedia(file, limits, (percent) => {
      showProgress(percent, id);
      onProgress?.(percent);
    });
    toast.success(`${file.name} uploaded successfully!`, { id, ariaProps: ALOUD });
    return media;
  } catch (cause) {
    console.error(cause);
    const reason = uploadErrorText(cause, file, limits);
    const text = place === 'editor' && !isVideo(file.name) ? <ImageFailed reason={reason} /> : reason;
    toast.error(text, { id, ariaProps: ALOUD });
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
