import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/**
 * Class names, the last of two that fight winning (so a component's `className` comes last and beats its own).
 *
 * It weighs 8 kB, so the public pages, which never override, do not import it.
 */
export function cn(...values: ClassValue[]): string {
  return twMerge(clsx(values));
}
