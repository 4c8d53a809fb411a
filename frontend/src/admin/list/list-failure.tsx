import { Button } from '../../ui/button';

type ListFailureProps = { text: string; busy?: boolean; onRetry: () => void };

/** Stands where a list could not be loaded. */
export function ListFailure({ text, busy, onRetry }: ListFailureProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <p role="alert" className="font-medium text-danger">
        {text}
      </p>
      <Button look="outline" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
