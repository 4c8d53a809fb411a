import { extensionOf, isVideo, megabytes } from './media-file';

const BYTES_PER_MB = 1024 * 1024;
const VIDEO_HINT_BYTES = 10 * BYTES_PER_MB;
const HINT_SHARE_OF_MAXIMUM = 0.7;
const MAX_SINGLE_SKIP_TEXTS = 3;

/** What the server takes: the answer of `/admin/upload-config` in one spelling. */
export type UploadLimits = {
  maxFileSizeMb: number;
  allowedExtensions: readonly string[];
  timeoutSeconds: number;
};

/** Used until the server's own limits are known, and when they cannot be read. */
export const DEFAULT_LIMITS: UploadLimits = {
  maxFileSizeMb: 100,
  allowedExtensions: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'mp4', 'webm', 'mov'],
  timeoutSeconds: 120,
};

function hasAllowedType(file: File, limits: UploadLimits): boolean {
  return limits.allowedExtensions.includes(extensionOf(file.name));
}

export function isTooLarge(file: File, limits: UploadLimits): boolean {
  return file.size > limits.maxFileSizeMb * BYTES_PER_MB;
}

export function tooLargeText(file: File, limits: UploadLimits): string {
  return `${file.name} (${megabytes(file.size)}MB) exceeds ${limits.maxFileSizeMb}MB limit`;
}

/** The files of a pick that can be uploaded, and what to say about the others. */
export function sortPicked(files: readonly File[], limits: UploadLimits): { accepted: File[]; skippedTexts: string[] } {
  const accepted: File[] = [];
  const skippedTexts: string[] = [];
  for (const file of files) {
    if (!hasAllowedType(file, limits)) skippedTexts.push(`Skipped ${file.name}: Invalid file type`);
    else if (isTooLarge(file, limits)) skippedTexts.push(`Skipped ${file.name}: Exceeds size limit`);
    else accepted.push(file);
  }
  if (skippedTexts.length <= MAX_SINGLE_SKIP_TEXTS) return { accepted, skippedTexts };
  const summary = `Some files were skipped - only ${limits.allowedExtensions.join(', ')} allowed`;
  return { accepted, skippedTexts: [summary] };
}

/** The advice beside a large file, before it is uploaded. */
export function compressionHint(file: File, limits: UploadLimits): string | undefined {
  const nearMaximum = file.size > limits.maxFileSizeMb * BYTES_PER_MB * HINT_SHARE_OF_MAXIMUM;
  if (isVideo(file.name)) {
    return file.size > VIDEO_HINT_BYTES || nearMaximum ? 'Consider compressing this video' : undefined;
  }
  return nearMaximum ? 'Consider compressing this file' : undefined;
}
