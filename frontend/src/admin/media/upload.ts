import { api, apiPath } from '../../api/client';
import { hasUnknownOutcome, IdempotencyKey } from '../../api/idempotency-key';
import { ApiProblem } from '../../api/problem';
import type { MediaRecord, PresignedUpload } from '../../api/types';
import { staffCall } from '../session/staff-call';
import { describeFile } from './files';
import { contentTypeOf, isVideo } from './media-file';
import { isTooLarge, tooLargeText, type UploadLimits } from './upload-rules';
import { createPoster } from './video-poster';

/** An uploaded and recorded file. */
export type UploadedMedia = {
  id: number;
  name: string;
  fileUrl: string;
  kind: 'image' | 'video';
  width: number | null;
  height: number | null;
  /** What the library knows of it. */
  alt?: string;
  caption?: string;
};

const NO_POST_YET = 0;

/**
 * Transferred files whose record is not confirmed yet: a retry resumes there, and creates nothing twice.
 */
const transferred = new WeakMap<File, { fileUrl: string; key: IdempotencyKey }>();

/**
 * Uploads a file: presigned URL, transfer, record. The media item belongs to no post until `attachToPost`.
 *
 * `onProgress` is called with whole percents. Rejects with the cause; `uploadErrorText` is its text. What `signal` ends
 * before the record is not in the library.
 */
export async function uploadMedia(
  file: File,
  limits: UploadLimits,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
): Promise<UploadedMedia> {
  if (isTooLarge(file, limits)) throw new UploadRefused(tooLargeText(file, limits));
  const waiting = transferred.get(file) ?? {
    fileUrl: await uploadToStorage(file, limits, onProgress, signal),
    key: new IdempotencyKey(),
  };
  transferred.set(file, waiting);
  signal?.throwIfAborted();
  const { fileUrl, key } = waiting;
  let record: MediaRecord;
  try {
    record = await key.send((headers) => recordMedia(fileUrl, NO_POST_YET, file.name, headers));
    transferred.delete(file);
  } catch (cause) {
    if (!hasUnknownOutcome(cause)) transferred.delete(file);
    throw cause;
  }
  if (record.kind === 'video') await attachPoster(file, record.id, limits);
  return {
    id: record.id,
    name: file.name,
    fileUrl: record.file_url || fileUrl,
    kind: isVideo(file.name) ? 'video' : 'image',
    width: record.width ?? null,
    height: record.height ?? null,
  };
}

/** Gets a presigned URL, and transfers the file; resolves to its URL. */
async function uploadToStorage(
  file: File,
  limits: UploadLimits,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
): Promise<string> {
  const contentType = contentTypeOf(file);
  const permission = await staffCall(() =>
    api.get<PresignedUpload>(apiPath('/admin/generate-presigned-url', { filename: file.name, contentType })),
  );
  if (!permission.file_url) throw new UploadRefused('Missing file_url');
  signal?.throwIfAborted();
  await transfer(file, contentType, uploadAddress(permission.url), limits.timeoutSeconds, onProgress, signal);
  return permission.file_url;
}

/** Says which post an uploaded file belongs to. Harmless to repeat. */
export function attachToPost(fileUrl: string, postId: number): Promise<MediaRecord> {
  return recordMedia(fileUrl, postId);
}

function recordMedia(
  fileUrl: string,
  postId: number,
  fileName?: string,
  headers?: Record<string, string>,
): Promise<MediaRecord> {
  const body = { file_url: fileUrl, post_id: postId, file_name: fileName };
  return staffCall(() => api.post<MediaRecord>('/admin/media/record', body, { headers }));
}

/** Creates and uploads the poster of a video; errors are logged, as a video may have none. */
async function attachPoster(file: File, id: number, limits: UploadLimits): Promise<void> {
  try {
    const picture = await createPoster(file);
    if (!picture) return;
    const { fileUrl } = await uploadMedia(picture, limits, () => {});
    await describeFile(id, { poster: fileUrl });
  } catch (cause) {
    console.error(cause);
  }
}

/** Text of an error of `uploadMedia`: a known one, the server's, or a fallback. */
export function uploadErrorText(cause: unknown, file: File, limits: UploadLimits): string {
  if (cause instanceof UploadRefused) return cause.message;
  const fallbackText = `Failed to upload ${file.name}`;
  if (!(cause instanceof ApiProblem || cause instanceof TransferFailed)) return fallbackText;
  if (cause.status === 413) return `File too large (server limit: ${limits.maxFileSizeMb}MB)`;
  if (/timeout/i.test(cause.message)) return `Upload timed out after ${limits.timeoutSeconds} seconds`;
  if (cause instanceof ApiProblem) {
    return cause.isAnswer || cause.code === 'client.network' ? cause.error : fallbackText;
  }
  return cause.message || fallbackText;
}

/** A file that is not even tried; the message is for people. */
class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
}

/** The transfer to the presigned address failed. `message` is a known text or empty. */
class TransferFailed extends Error {
  override readonly name = 'TransferFailed';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Our own upload route is called on the page's own origin, whatever the site's base URL says. */
function uploadAddress(url: string): string {
  const address = new URL(url, window.location.origin);
  return address.pathname.startsWith('/api/uploads/') ? address.pathname + address.search : url;
}

/** Outside the API client: the address carries its own permission, and only XMLHttpRequest reports progress. */
function transfer(
  file: File,
  contentType: string,
  url: string,
  timeoutSeconds: number,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.onabort = () => reject(new TransferFailed(0, ''));
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', contentType);
    request.timeout = timeoutSeconds * 1000;
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(Math.round((loaded / total) * 100));
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new TransferFailed(request.status, errorTextOf(request.responseText)));
    };
    request.ontimeout = () => reject(new TransferFailed(0, 'timeout'));
    request.onerror = () => reject(new TransferFailed(0, 'Network error - check your connection'));
    request.send(file);
  });
}

/** The `error` of our own JSON answer; an object store answers XML, which says nothing to an editor. */
function errorTextOf(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    const error = typeof parsed === 'object' && parsed !== null && 'error' in parsed ? parsed.error : '';
    return typeof error === 'string' ? error : '';
  } catch {
    return '';
  }
}
