let loadToastArea: (() => Promise<unknown>) | null = null;

/** Registers how the toast area is loaded early; null when it is unmounted. */
export function setToastAreaLoader(load: (() => Promise<unknown>) | null): void {
  loadToastArea = load;
}

/** Shows a toast; loads the toast area and its code first if need be. Rejects when they cannot be loaded. */
export async function showToast(kind: 'success' | 'error', text: string): Promise<void> {
  const [{ toast }] = await Promise.all([import('../../ui/toaster'), loadToastArea?.()]);
  toast[kind](text);
}
