import type { LibraryItem } from '../../api/types';
import { fileSize } from '../media/media-file';

const KINDS: Record<LibraryItem['kind'], string> = { image: 'Picture', video: 'Video', captions: 'Captions' };

/** "Picture · 240 KB", "Video · 1.2 MB". */
export function kindAndSize({ kind, size_bytes }: LibraryItem): string {
  return `${KINDS[kind]} · ${fileSize(size_bytes)}`;
}

/** "Not used", "Used 3 times · public": how many show it, and whether strangers find it by itself. */
export function usedText({ used_by, is_public }: LibraryItem): string {
  const used = used_by === 0 ? 'Not used' : used_by === 1 ? 'Used once' : `Used ${used_by} times`;
  return is_public ? `${used} · public` : used;
}
