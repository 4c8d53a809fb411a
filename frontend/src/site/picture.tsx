import type { ComponentProps } from 'react';
import { preload } from 'react-dom';

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & { src: string; srcSet?: string };

/**
 * A picture of ours. Behind WebP, which browsers from before 2020 do not show, stands its copy for mail programs; a
 * browser that knows WebP never asks for it.
 */
export function Picture(img: PictureProps) {
  const { src, srcSet = src, sizes } = img;
  // biome-ignore lint/a11y/useAltText: The one who draws it says what it shows.
  if (!isWebp(src)) return <img {...img} />;
  preloadFirst(img);
  return (
    <picture>
      <source type="image/webp" srcSet={srcSet} sizes={sizes} />
      {/* biome-ignore lint/a11y/useAltText: As above. */}
      <img {...img} srcSet={undefined} sizes={undefined} src={copyBehind(src)} />
    </picture>
  );
}

type ListPicture = Pick<PictureProps, 'src' | 'srcSet' | 'sizes' | 'width' | 'height'> & {
  /** The one picture a page is judged by: fetched first, never late. */
  first: boolean;
  /** `object-position` of a cut picture. */
  position: string | undefined;
};

/**
 * A {@link Picture} that says nothing, as markup: home has fifty of them, and as elements they are a tenth of its
 * render.
 */
export function pictureMarkup({ src, srcSet, sizes, width, height, first, position }: ListPicture): string {
  const webp = isWebp(src);
  if (first) preloadFirst({ src, srcSet, sizes, fetchPriority: 'high' });
  const how = first ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"';
  const size = `${attribute('width', width)}${attribute('height', height)}`;
  const style = attribute('style', position && `object-position:${position}`);
  const choice = `${attribute('srcset', webp ? (srcSet ?? src) : srcSet)}${attribute('sizes', sizes)}`;
  // A picture that loads late knows its box by then, where it says so itself.
  const own = webp ? attribute('sizes', first ? undefined : 'auto') : choice;
  const img = `<img${attribute('src', webp ? copyBehind(src) : src)}${own} alt=""${size} ${how}${style}>`;
  return webp ? `<picture><source type="image/webp"${choice}>${img}</picture>` : img;
}

function isWebp(src: string): boolean {
  return src.endsWith('.webp');
}

function copyBehind(src: string): string {
  return `${src.replace('/media/', '/media/mail/')}.jpg`;
}

/** React does it for an `img`, and for no `picture` and no markup. */
function preloadFirst({ src, srcSet = src, sizes, fetchPriority }: PictureProps): void {
  if (!import.meta.env.SSR || fetchPriority !== 'high') return;
  const type = isWebp(src) ? 'image/webp' : undefined;
  preload(src, { as: 'image', imageSrcSet: srcSet, imageSizes: sizes, fetchPriority, type });
}

function attribute(name: string, value: string | number | undefined): string {
  if (value === undefined || value === '') return '';
  return ` ${name}="${String(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}
