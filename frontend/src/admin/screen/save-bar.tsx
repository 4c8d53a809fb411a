import type { ReactNode } from 'react';
import { cn } from '../../ui/cn';

/** The lower edge of a form, in sight where there is room: the ways to save, and what became of the last one. */
export function SaveBar({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={cn(
        'sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap items-center gap-3 border-y border-rule bg-paper/95 px-4 py-3 backdrop-blur lg:-mx-8 lg:px-8 short:static',
        className,
      )}
    >
      {children}
    </div>
  );
}
