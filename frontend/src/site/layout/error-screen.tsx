import { isRouteErrorResponse } from 'react-router';
import { buttonLook } from '../../ui/button-look';

/** The last resort: what the reader sees when a page could not be loaded or failed while it was drawn. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <main className="wrap grid justify-items-start gap-4 py-16">
      <title>Unexpected Application Error!</title>
      <h1 className="headline text-3xl">Unexpected Application Error!</h1>
      <p className="max-w-prose font-mono text-sm wrap-anywhere text-ink-2">{errorText(error)}</p>
      <p className="max-w-prose">
        Load the page again. If that does not help, the{' '}
        <a href="/" className="underline">
          front page
        </a>{' '}
        may still work.
      </p>
      <button type="button" className={buttonLook()} onClick={() => window.location.reload()}>
        Load again
      </button>
    </main>
  );
}

function errorText(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : String(error);
}
