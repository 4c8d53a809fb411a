import type { ComponentProps } from 'react';
import { type ButtonLook, buttonLook } from './button-look';
import { cn } from './cn';

type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean };

/**
 * The one button. It does not submit unless `type="submit"` says so.
 *
 * `busy` disables it and tells assistive technology; the caller changes the words ("Saving...").
 */
export function Button({ look, size, busy = false, disabled, className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cn(buttonLook({ look, size }), className)}
    />
  );
}
