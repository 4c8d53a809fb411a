import type { ReactNode } from 'react';
import toast from 'react-hot-toast';

/** Of the one message of a screen: what it says takes the place of what it said before. */
export const OUTCOME = { id: 'outcome' };

/** Longer than other toasts: there are two lines to read, and something to press. */
const DURATION_MS = 8000;

type Outcome = {
  /** What was done. */
  message: string;
  /** What that means, in sentences: what happened, for when, to whom. */
  details?: string[];
  /** The way to see it, or to take it back. */
  action?: ReactNode;
};

let lastWords = '';

/** Says what was done, and below it what came of it. */
export function showOutcome({ message, details = [], action }: Outcome): void {
  const words = [message, ...details].join(' ');
  if (words === lastWords) {
    // The same words once more are another message: in the same element nobody would see or hear them.
    toast.remove(OUTCOME.id);
    OUTCOME.id = `${OUTCOME.id}'`;
  }
  lastWords = words;
  const isLong = details.length > 0 || Boolean(action);
  toast.success(
    <span className="grid gap-0.5">
      <span>{message}</span>
      {isLong && (
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
          {details.map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
          {action}
        </span>
      )}
    </span>,
    { ...OUTCOME, duration: isLong ? DURATION_MS : undefined },
  );
}

export const OUTCOME_ACTION =
  'inline-flex min-h-8 cursor-pointer items-center rounded-sm font-semibold text-ink underline underline-offset-4 pointer-coarse:min-h-11';

/** Leads to the page that readers see. */
export function SeeOnSite({ path }: { path: string }) {
  return (
    <a href={path} target="_blank" rel="noopener" className={OUTCOME_ACTION}>
      See it on the site<span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
