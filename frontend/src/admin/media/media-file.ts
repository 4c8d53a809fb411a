const VIDEO_EXTENSIONS = ['mp4', 'webm', 'mov'];
const BYTES_PER_MB = 1024 * 1024;

const CONTENT_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  vtt: 'text/vtt',
};

/** The lower-cased extension of a file name or address; query and fragment are ignored. */
export function extensionOf(nameOrUrl: string): string {
  const name = nameOrUrl.split(/[?#]/, 1)[0]?.split('/').pop() ?? '';
  return name.includes('.') ? (name.split('.').pop() ?? '').toLowerCase() : '';
}

export function isVideo(nameOrUrl: string): boolean {
  return VIDEO_EXTENSIONS.includes(extensionOf(nameOrUrl));
}

/** The content type a file is declared with; some systems leave `File.type` empty for videos. */
export function contentTypeOf(file: File): string {
  return CONTENT_TYPES[extensionOf(file.name)] || file.type || 'application/octet-stream';
}

/** A size in megabytes with at most two decimals: "0.35", "12.4", "100". Only nothing is "0". */
export function megabytes(bytes: number): string {
  const rounded = Number((bytes / BYTES_PER_MB).toFixed(2));
  return String(bytes > 0 ? Math.max(rounded, 0.01) : 0);
}

/** "240 KB", "1.2 MB" */
export function fileSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1000 ? `${kilobytes} KB` : `${megabytes(bytes)} MB`;
}

/** Whether the address is one of a file of ours, absolute or relative. */
export function isOwnMedia(url: string): boolean {
  return withoutMediaPrefix(url) !== url;
}

/** `2026/a.jpg` of `/media/2026/a.jpg` or `https://site/media/2026/a.jpg`: how a post's `media_urls` are sent. */
export function withoutMediaPrefix(url: string): string {
  const path = url.startsWith(`${window.location.origin}/`) ? url.slice(window.location.origin.length) : url;
  return path.startsWith('/media/') ? path.slice('/media/'.length) : url;
}
