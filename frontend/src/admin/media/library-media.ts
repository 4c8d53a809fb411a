import { api, apiPath } from '../../api/client';
import type { LibraryItem, LibraryPage } from '../../api/types';
import { captionWithCredit } from '../../site/format/caption';
import { staffCall } from '../session/staff-call';
import type { UploadedMedia } from './upload';

/** A file of the library is put into a post as an upload is, with what is known of it. */
export function toUploadedMedia(item: LibraryItem): UploadedMedia {
  return {
    id: item.id,
    name: item.file_name,
    fileUrl: item.url,
    kind: item.kind === 'video' ? 'video' : 'image',
    width: item.width,
    height: item.height,
    alt: item.alt,
    caption: captionWithCredit(item),
  };
}

/** The file of the library that was uploaded with the same bytes; null where there is none or nobody can tell. */
export async function findSameFile(file: File): Promise<LibraryItem | null> {
  if (!window.crypto.subtle) return null; // over plain http browsers have none
  try {
    const digest = await window.crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const path = apiPath('/admin/media', { sha256 });
    const { data } = await staffCall(() => api.get<LibraryPage>(path));
    return data[0] ?? null;
  } catch (cause) {
    console.warn('It is not known whether the library has this file.', cause); // its upload says what is wrong
    return null;
  }
}
