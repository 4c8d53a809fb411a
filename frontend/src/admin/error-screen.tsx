import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ScreenTitle } from './screen/screen-title';

/** What is left when a screen breaks. */
export function ErrorScreen() {
  const error = useRouteError();
  const text = isRouteErrorResponse(error) ? error.statusText : error instanceof Error ? error.message : String(error);
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-4 px-5">
      <ScreenTitle>Unexpected Application Error!</ScreenTitle>
      <p className="text-ink-2 wrap-anywhere">{text}</p>
      <p>
        <a href="/admin" className="font-semibold text-ember underline underline-offset-4">
          Open the admin area again
        </a>
      </p>
    </main>
  );
}
