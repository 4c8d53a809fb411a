import { Logo } from './logo';

/** Hydration fallback: stands in while the browser fetches the data of a page that the server could not draw. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-4" aria-busy="true">
      <Logo brand="" />
      <p className="text-sm text-ink-3">Loading…</p>
    </main>
  );
}
