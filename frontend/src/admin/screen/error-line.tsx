import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { cn } from '../../ui/cn';

/** `box`: of a whole form or screen. `field`: below one control. `refusal`: somebody may not do this. */
const looks = {
  line: 'text-sm font-medium wrap-anywhere text-danger',
  box: 'rounded-md bg-danger-wash px-4 py-3 text-sm font-medium wrap-anywhere text-danger',
  field: 'text-xs font-medium wrap-anywhere text-danger',
  refusal: 'wrap-anywhere text-ink-2',
};

type ErrorLineProps = {
  children: ReactNode;
  look?: keyof typeof looks;
  id?: string;
  className?: string;
  /** Tries again; without it there is no such button. */
  onRetry?: () => unknown;
  busy?: boolean;
};

/** What went wrong. It may stand there empty: what comes later is read out. */
export function ErrorLine({ children, look = 'line', id, className, onRetry, busy }: ErrorLineProps) {
  const own = cn(looks[look], className);
  const words = (
    <p id={id} role="alert" className={onRetry ? undefined : own}>
      {children}
    </p>
  );
  if (!onRetry) return words;
  return (
    <div className={cn('flex flex-wrap items-center gap-x-3 gap-y-2', look === 'box' && 'justify-between', own)}>
      {words}
      <Button look="outline" size="sm" className="pointer-coarse:min-h-11" busy={busy} onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  );
}
