import type { ThemedPicture as Picture } from '../api/types';

/** A logo or sign in the theme's own version; decoration beside a name that is told otherwise. */
export function ThemedPicture({ picture, className }: { picture: Picture; className: string }) {
  return (['light', 'dark'] as const).map((theme) => {
    const { url, width, height } = picture[theme];
    const look = `${className} ${theme}-only`;
    // Lazy: the one of the other theme is not shown, so nobody fetches it.
    return <img key={theme} src={url} width={width} height={height} alt="" className={look} loading="lazy" />;
  });
}
