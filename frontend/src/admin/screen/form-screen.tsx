import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/problem';
import { ErrorLine } from './error-line';
import { ScreenTitle } from './screen-title';

type FormScreenProps = {
  title: string;
  /** What is loaded: "settings". */
  what: string;
  error: Error | null;
  onRetry: () => void;
  /** The form; nothing while it is not loaded. */
  children: ReactNode;
};

/** A screen of administrators around a form: its heading, and what stands there until the form is loaded. */
export function FormScreen({ title, what, error, onRetry, children }: FormScreenProps) {
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      {children || <Missing what={what} error={error} onRetry={onRetry} />}
    </>
  );
}

function Missing({ what, error, onRetry }: Omit<FormScreenProps, 'title' | 'children'>) {
  if (!error) return <p className="mt-4 text-sm text-ink-2">Loading the {what}…</p>;
  if (error instanceof ApiProblem && error.status === 403) {
    return (
      <ErrorLine look="refusal" className="mt-4">
        {error.error}
      </ErrorLine>
    );
  }
  return (
    <ErrorLine className="mt-6" onRetry={onRetry}>
      The {what} could not be loaded.
    </ErrorLine>
  );
}
