import type { CSSProperties } from 'react';

/**
 * Puts a picture's blur where the picture is going to be, so that nothing flashes and its colours are there at once.
 */
export function blurBackground(blur: string | null | undefined): CSSProperties | undefined {
  return blur ? { background: `center/cover no-repeat url(${blur})` } : undefined;
}
