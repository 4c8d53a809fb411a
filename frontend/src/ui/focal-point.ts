import type { CSSProperties } from 'react';

/** The point of a picture that crops keep in sight, in percent from the left and from the top; null is the centre. */
export type FocalPoint = { x: number; y: number };

/** Places a picture that is cut to its box (`object-fit: cover`) so that its focal point stays in sight. */
export function focalStyle(point: FocalPoint | null | undefined): CSSProperties | undefined {
  return point ? { objectPosition: cssPosition(point) } : undefined;
}

/** "20% 80%" */
export function cssPosition({ x, y }: FocalPoint): string {
  return `${x}% ${y}%`;
}
