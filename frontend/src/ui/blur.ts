import type { CSSProperties } from 'react';
import { cssPosition, type FocalPoint } from './focal-point';

/**
 * Puts a picture's blur where the picture is going to be, so that nothing flashes and its colours are there at once.
 */
export function blurBackground(
  blur: string | null | undefined,
  focalPoint?: FocalPoint | null,
): CSSProperties | undefined {
  const position = focalPoint ? cssPosition(focalPoint) : 'center';
  return blur ? { background: `${position}/cover no-repeat url(${blur})` } : undefined;
}
