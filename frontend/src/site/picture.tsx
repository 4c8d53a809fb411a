import type { ComponentProps } from 'react';
import { preload } from 'react-dom';

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & { src: string; srcSet?: string };

/**
 * A picture of ours. Behind WebP, which browsers from before 2020 do not show, stands its copy for mail programs; a
 * browser that knows WebP never asks for it.
 */
export function Picture({ srcSet, ...img }: PictureProps) {
  const { src, sizes, fetchPriority } = img;
  // biome-ignore lint/a11y/useAltText: The one who draws it says what it shows.
  if (!src.endsWith('.webp')) return <img srcSet={srcSet} {...img} />;
  const webp = srcSet ?? src;
  // React does it for an `img`, and for no `picture`.
  if (import.meta.env.SSR && fetchPriority === 'high') {
    preload(src, { as: 'image', imageSrcSet: webp, imageSizes: sizes, fetchPriority, type: 'image/webp' });
  }
  return (
    <picture>
      <source type="image/webp" srcSet={webp} sizes={sizes} />
      {/* biome-ignore lint/a11y/useAltText: As above. */}
      <img {...img} src={`${src.replace('/media/', '/media/mail/')}.jpg`} />
    </picture>
  );
}
