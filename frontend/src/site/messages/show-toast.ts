let loadToastArea: (() => Promise<unknown>) | null = null;
/** Whether a toast was shown before there was an area to load. */
let isAwaited = false;

/** Registers how the toast area is loaded early; null when it is unmounted. It loads now if a toast waits. */
export function setToastAreaLoader(load: (() => Promise<unknown>) | null): void {
  loadToastArea = load;
  if (!load || !isAwaited) return;
  isAwaited = false;
  load().catch(() => {}); // nothing is shown then, as for any toast whose code does not come
}

/** Shows a toast; loads the toast area and its code first if need be. Rejects when they cannot be loaded. */
export async function showToast(kind: 'success' | 'error', text: string): Promise<void> {
  isAwaited = loadToastArea === null;
  const [{ toast }] = await Promise.all([import('../../ui/toaster'), loadToastArea?.()]);
  toast[kind](text);
}
