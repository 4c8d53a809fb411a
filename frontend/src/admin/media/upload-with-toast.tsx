import toast from 'react-hot-toast';
import { isVideo } from './media-file';
import { type UploadedMedia, uploadErrorText, uploadMedia } from './upload';
import { sortPicked, type UploadLimits } from './upload-rules';

/** How an upload tells how far it is, in whole percents, and hears that it is cancelled. */
export type UploadOptions = { onProgress: (percent: number) => void; signal: AbortSignal };

/** Screen readers announce the end of an upload only, not each percent. */
const LIVE_OFF = { role: 'status', 'aria-live': 'off' } as const;
const LIVE_POLITE = { role: 'status', 'aria-live': 'polite' } as const;

type UploadWithToastOptions = Partial<UploadOptions> & { place: 'panel' | 'editor' };

/**
 * Uploads one file, with its progress in one toast that is updated in place. Resolves to null when it failed, which the
 * toast says, and when `signal` ended it.
 */
export async function uploadWithToast(
  file: File,
  limits: UploadLimits,
  { onProgress, signal, place }: UploadWithToastOptions,
): Promise<UploadedMedia | null> {
  const showProgress = (percent: number, id?: string) =>
    toast.loading(`Uploading ${file.name} (${percent}%)`, { id, ariaProps: LIVE_OFF });
  const id = showProgress(0);
  try {
    const showPercent = (percent: number) => {
      if (signal?.aborted) return;
      showProgress(percent, id);
      onProgress?.(percent);
    };
    const media = await uploadMedia(file, limits, showPercent, signal);
    toast.success(`${file.name} uploaded successfully!`, { id, ariaProps: LIVE_POLITE });
    return media;
  } catch (cause) {
    if (signal?.aborted) {
      toast.dismiss(id);
      return null;
    }
    console.error(cause);
    const reason = uploadErrorText(cause, file, limits);
    const text = place === 'editor' && !isVideo(file.name) ? <ImageFailed reason={reason} /> : reason;
    toast.error(text, { id, ariaProps: LIVE_POLITE });
    return null;
  }
}

/** The files of a pick that can be uploaded; toasts name the others. */
export function acceptPicked(picked: readonly File[], limits: UploadLimits): File[] {
  const { accepted, skippedTexts } = sortPicked(picked, limits);
  for (const text of skippedTexts) toast.error(text);
  return accepted;
}

function ImageFailed({ reason }: { reason: string }) {
  return (
    <span>
      <span className="block">Image upload failed</span> <span className="block text-xs">{reason}</span>
    </span>
  );
}
