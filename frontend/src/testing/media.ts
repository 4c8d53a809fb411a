// The one fixture of a file of the library. A test names only what it is about.
import type { LibraryItem } from '../api/types';

export function libraryItem(changes: Partial<LibraryItem> = {}): LibraryItem {
  return {
    id: 1,
    url: '/media/a.png',
    kind: 'image',
    content_type: 'image/png',
    file_name: 'a.png',
    size_bytes: 1,
    width: null,
    height: null,
    alt: '',
    caption: '',
    credit: '',
    focal_point: null,
    picture: null,
    poster: null,
    captions: null,
    is_public: false,
    used_by: 0,
    created_at: '2026-11-19T06:30:00Z',
    ...changes,
  };
}
