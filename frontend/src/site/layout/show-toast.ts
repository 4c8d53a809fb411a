let bringArea: (() => Promise<unknown>) | null = null;

/** Told by the toast area how to be fetched before its time. */
export function setToastArea(bring: (() => Promise<unknown>) | null): void {
  bringArea = bring;
}

/** Shows a toast; the area and its code are fetched when they are not here yet. Fails when they cannot be. */
export async function showToast(kind: 'success' | 'error', text: string): Promise<void> {
  const [{ toast }] = await Promise.all([import('../../ui/toaster'), bringArea?.()]);
  toast[kind](text);
}
