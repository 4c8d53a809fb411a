/** How text fields and selects look: a 3 : 1 border, red when invalid, never smaller than a finger. */
export const controlLook =
  'w-full min-h-11 rounded-md border border-control bg-raised px-3 py-2 text-base text-ink placeholder:text-ink-3 ' +
  'aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger disabled:opacity-60';
