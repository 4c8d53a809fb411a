import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn';
import { controlLook } from './control-look';
import { useFieldControl } from './field';

/** The browser's own select (best on phones and for screen readers), drawn like the other fields. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select {...useFieldControl()} {...rest} className={cn(controlLook, 'appearance-none pe-10', className)}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-ink-3"
      />
    </div>
  );
}
