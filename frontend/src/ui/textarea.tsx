import type { ComponentProps } from 'react';
import { cn } from './cn';
import { controlLook } from './control-look';
import { useFieldControl } from './field';

/** A text field of several lines; inside a `Field` it is labelled and described by it. What is typed says its direction. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" {...useFieldControl()} rows={rows} {...rest} className={cn(controlLook, className)} />;
}
