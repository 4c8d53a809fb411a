import { createContext, type ReactNode, useContext, useId } from 'react';
import { cn } from './cn';

type FieldIds = { controlId: string; describedBy: string | undefined; invalid: boolean; required: boolean };

const FieldContext = createContext<FieldIds | null>(null);

type FieldProps = {
  label: ReactNode;
  /** One sentence of help under the label. */
  hint?: ReactNode;
  /** What is wrong and what to do; also sets aria-invalid on the control. */
  error?: ReactNode;
  required?: boolean;
  /** For a control that labels itself by position (a search box): the label stays for screen readers. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * Label, hint, control and error of one field, tied together by ids.
 *
 * The control inside (Input, Textarea, Select, or anything that calls `useFieldControl`) takes its id,
 * `aria-describedby` and `aria-invalid` from here.
 */
export function Field({ label, hint, error, required = false, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined;

  return (
    <div className={cn('grid gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
        {required && (
          <span aria-hidden="true" className="text-ember">
            {' *'}
          </span>
        )}
      </label>
      {hint && (
        <p id={hintId} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
      <FieldContext value={{ controlId: id, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      {error && (
        <p id={errorId} role="alert" className="text-xs font-medium wrap-anywhere text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** The attributes a control inside a `Field` must carry; empty outside of one. */
export function useFieldControl(): {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  required?: boolean;
} {
  const ids = useContext(FieldContext);
  if (!ids) return {};
  return {
    id: ids.controlId,
    'aria-describedby': ids.describedBy,
    'aria-invalid': ids.invalid || undefined,
    required: ids.required || undefined,
  };
}
