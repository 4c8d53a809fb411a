import type { ComponentProps } from 'react';
import { cn } from '../../ui/cn';

/** The heading of a screen; with `ref` and `tabIndex` it takes the focus where a screen moves on by itself. */
export function ScreenTitle({ className, ...heading }: ComponentProps<'h1'>) {
  return <h1 {...heading} className={cn('text-2xl font-semibold tracking-tight outline-none', className)} />;
}
