import { FormError } from '../forms/form-error';

/** Why a mailed link did nothing, and the way on. */
export function LinkProblem({ error }: { error?: string }) {
  return (
    <>
      <FormError>{error}</FormError>
      {error && (
        <p className="text-sm text-ink-2">
          You can{' '}
          <a href="/newsletters" className="underline">
            sign up again
          </a>{' '}
          and get a new link.
        </p>
      )}
    </>
  );
}
