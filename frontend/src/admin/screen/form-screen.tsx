import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/problem';
import { ListFailure } from '../list/list-failure';
import { AdminTitle } from './admin-title';

type SettingsScreenProps = {
  title: string;
  /** What is loaded: "settings". */
  what: string;
  error: Error | null;
  onRetry: () => void;
  /** The form; nothing while it is not loaded. */
  children: ReactNode;
};

/** A screen of administrators around a form: its title, and what stands there until the form is loaded. */
export function SettingsScreen({ title, what, error, onRetry, children }: SettingsScreenProps) {
  return (
    <>
      <AdminTitle>{title}</AdminTitle>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      {children || <Missing what={what} error={error} onRetry={onRetry} />}
    </>
  );
}

function Missing({ what, error, onRetry }: Omit<SettingsScreenProps, 'title' | 'children'>) {
  if (!error) return <p className="mt-4 text-sm text-ink-2">Loading the {what}…</p>;
  if (error instanceof ApiProblem && error.status === 403) {
    return (
      <p role="alert" className="mt-4 text-ink-2">
        {error.error}
      </p>
    );
  }
  return (
    <div className="mt-6">
      <ListFailure text={`The ${what} could not be loaded.`} onRetry={onRetry} />
    </div>
  );
}
