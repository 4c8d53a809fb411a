/** Kept with the history entry of the sign-in screen, where no address shows it and no other visit finds it. */
export type ReturnState = { returnTo: string };

/** Where to go after signing in: the page that sent the reader here, else home. */
export function returnAddress(state: Partial<ReturnState> | null): string {
  return typeof state?.returnTo === 'string' ? state.returnTo : '/';
}
