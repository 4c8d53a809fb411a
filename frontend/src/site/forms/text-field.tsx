import { type ComponentProps, type ReactNode, useId } from 'react';
import { controlLook } from '../../ui/control-look';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  label: string;
  hint?: string;
  error?: string;
  /** A button at the right end of the field. */
  end?: ReactNode;
};

/**
 * Label, hint, field and error, tied together by ids. `ui/field.tsx` does the same with code that readers do not load.
 */
export function TextField({ label, hint, error, end, ...input }: TextFieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          className={end ? `${controlLook} pe-12` : controlLook}
        />
        {end}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-xs font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
