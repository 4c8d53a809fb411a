import type { PostCard } from '../../api/types';
import type { PageHeadProps } from './page-head-props';

/** Width of the copies that the server makes for shared links (`media/variants.rs`). Nothing is enlarged. */
const shareWidth = 1200;

/** The copy of a picture that stands beside a shared link; of a video none. Called on the server only. */
export function shareCopy(preview: PostCard['preview'] | undefined): PageHeadProps['image'] {
  const key = preview?.kind === 'image' && /^\/media\/(.+)$/.exec(preview.url)?.[1];
  if (!preview || !key) return null;
  const { width, height, alt } = preview;
  const isWider = width !== null && height !== null && width > shareWidth;
  return {
    url: `/media/share/${key}.jpg`,
    width: isWider ? shareWidth : width,
    height: isWider ? Math.max(1, Math.round((height * shareWidth) / width)) : height,
    alt,
  };
}
