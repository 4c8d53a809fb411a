import type { ComponentProps } from 'react';
import { cn } from './cn';
import { controlLook } from './control-look';
import { useFieldControl } from './field';

/** A one-line text field; inside a `Field` it is labelled and described by it. What is typed says its direction. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input dir="auto" {...useFieldControl()} {...rest} className={cn(controlLook, className)} />;
}
